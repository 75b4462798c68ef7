import { useState } from 'react'
import { applicationAddress, showReference } from '#shared/members/registration/reference.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { saveFile } from '#web/components/save-file.ts'

/** To read, to copy and to save: the way back to one's application. */
export function ReferenceNumber({ reference }: { reference: string }) {
  const { name, sendsEmail } = useSite()
  const shown = showReference(reference)
  const [saved, setSaved] = useState(false)

  function save() {
    const text = referenceText.file(name, shown, applicationAddress(window.location.origin, reference))
    saveFile(new Blob([text], { type: 'text/plain' }), `application-${shown}.txt`)
    setSaved(true)
  }

  return (
    <div className="mt-4 rounded-field border border-edge p-4">
      <p className="text-muted">{referenceText.label}</p>
      <p className="display text-3xl break-words tabular-nums select-all">{shown}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <CopyButton text={shown} what="the reference number" />
        <Button look="outline" size="small" onClick={save}>
          {referenceText.save}
        </Button>
      </div>
      <p role="status" className="mt-2 font-semibold text-green empty:hidden">
        {saved && referenceText.saved}
      </p>
      <p className="mt-3">
        {referenceText.keep} {sendsEmail && referenceText.alsoEmailed}
      </p>
    </div>
  )
}

const referenceText = {
  label: 'Your reference number',
  keep: 'Keep it: with this number and your birthday you can see where your application stands.',
  alsoEmailed: 'It is also in our email to you.',
  save: 'Save',
  saved: 'Saved to your downloads.',
  file: (site: string, reference: string, address: string) =>
    `${site}\nReference number of my application: ${reference}\nWhere it stands: ${address}\n`,
} as const

import { useState, type MouseEvent } from 'react'
import { dataAddress, whyNoDownload, type MyData } from '#web/api/members/privacy.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { showBytes } from '#web/components/formats.ts'
import { SectionCard } from '#web/members/privacy/section-card.tsx'

/** A record in words is a few kilobytes; the pictures decide. */
const recordBytes = 10 * 1024

export function DataDownload({ memberId, files }: { memberId: string; files: MyData['files'] }) {
  const address = dataAddress(memberId)
  const [refused, setRefused] = useState<string | null>(null)

  // A browser says nothing of why a download was refused, so it is asked before.
  async function begin(event: MouseEvent) {
    event.preventDefault()
    const why = await whyNoDownload(memberId)
    setRefused(why)
    if (why === null) window.location.assign(address)
  }

  const bytes = files.reduce((sum, { size }) => sum + size, recordBytes)
  return (
    <SectionCard title="Download everything">
      <p className="mt-3 max-w-[60ch]">
        One ZIP file with your record, your pictures and documents, and a text that explains them. It is about{' '}
        <strong>{showBytes(bytes)}</strong>.
      </p>
      <a href={address} download onClick={(event) => void begin(event)} className={`${buttonClass('primary')} mt-5`}>
        Download my data
      </a>
      {refused && (
        <Notice tone="warning" className="mt-4">
          {refused}
        </Notice>
      )}
      <p className="mt-3 max-w-[60ch] text-muted">
        If other people use this phone or computer, delete the file after you have read it.
      </p>
    </SectionCard>
  )
}

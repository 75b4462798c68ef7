import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { bloodTypes, regions } from '#shared/members/enums.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import { isInCapitals } from '#shared/members/member-fields.ts'
import {
  changeName,
  changeText,
  isChangeFile,
  type ChangeField,
  type ChangeTextField,
} from '#shared/members/privacy/changes.ts'
import { meQuery } from '#web/api/mine.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import type { PictureState } from '#web/components/picture-field.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import type { Member } from '#web/members/api.ts'
import { askChange, requestsChanged, sendChangeFile } from '#web/members/privacy/api.ts'
import { byMember, MemberPicture } from '#web/members/profile/picture-fields.tsx'
import { showField } from '#web/members/record-facts.ts'
import type { ChangeForm } from '#shared/members/profile/profile.ts'

interface ChangeDialogProps {
  member: Member
  field: ChangeField
  onClose: () => void
}

/** A member asks for one field of their record to be changed. What is wrong with it is told by the server's rules. */
export function ChangeDialog({ member, field, onClose }: ChangeDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { sendsEmail } = useSite()
  const byEmail = Boolean(useQuery(meQuery).data?.email) && sendsEmail
  const [value, setValue] = useState('')
  const [picture, setPicture] = useState<PictureState<{ id: string }>>({ status: 'none' })
  const [unsent, setUnsent] = useState(false)
  const isFile = isChangeFile(field)
  const asking = useMutation({
    mutationFn: (wanted: ChangeForm) => askChange(wanted),
    onSuccess: async () => {
      showToast(changeText.sent)
      onClose()
      await requestsChanged()
    },
  })
  const wrong = asking.error instanceof ApiError ? asking.error.fields : {}
  useFocusInvalid(form, asking.error)
  const sending = picture.status === 'sending'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (asking.isPending || sending) return
    if (!isFile) return asking.mutate({ field, value })
    setUnsent(picture.status !== 'done')
    if (picture.status === 'done') asking.mutate({ field, file: picture.result.id })
  }

  const missing = isFile && !member[field]
  return (
    <Dialog
      open
      onClose={onClose}
      staysOpen
      busy={asking.isPending}
      title={missing ? changeText.sendTitle(changeName(field)) : changeText.title(changeName(field))}
      description={changeText.how(byEmail)}
    >
      <form ref={form} method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        {isFile ? (
          <MemberPicture
            kind={field}
            present={member[field]}
            error={unsent ? changeText.choosePicture : (wrong.file ?? wrong[`files.${field}`])}
            {...byMember(field)}
            upload={sendChangeFile(field)}
            onState={(state) => {
              setPicture(state)
              setUnsent(false)
            }}
          />
        ) : (
          <NewValue {...{ member, field, value }} error={wrong.value} onChange={setValue} />
        )}
        {field === 'email' && <p>{changeText.emailWarning}</p>}
        {asking.isError && Object.keys(wrong).length === 0 && <Notice tone="error">{sentenceOf(asking.error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={asking.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={asking.isPending || sending}>
            {changeText.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const choices: Partial<Record<ChangeTextField, readonly string[]>> = { region: regions, bloodType: bloodTypes }

const kinds: Partial<Record<ChangeTextField, { type?: string; inputMode?: 'tel'; autoComplete?: string }>> = {
  email: { type: 'email' },
  contactPersonEmail: { type: 'email' },
  cellphoneNumber: { inputMode: 'tel' },
  contactPersonNumber: { inputMode: 'tel' },
}
const capitals = { className: 'uppercase', autoCapitalize: 'characters', spellCheck: false } as const

interface NewValueProps {
  member: Member
  field: Exclude<ChangeField, MemberFileKind>
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function NewValue({ member, field, value, error, onChange }: NewValueProps) {
  const now = member[field]
  const offered = choices[field]
  const shared = {
    label: changeText.next(changeName(field)),
    name: 'value',
    value,
    error,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <>
      <p className="break-words">
        <span className="block text-muted">{changeText.present}</span>
        <span className="font-semibold">{now ? showField(field, now) : changeText.nothing}</span>
      </p>
      {offered ? (
        <SelectField {...shared} choices={offered} />
      ) : (
        <TextField
          {...shared}
          autoComplete="off"
          maxLength={300}
          {...(isInCapitals(field) && capitals)}
          {...kinds[field]}
        />
      )}
    </>
  )
}

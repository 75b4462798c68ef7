import { heldFileText } from '#shared/members/privacy/privacy.ts'
import {
  changeName,
  changeText,
  isChangeFile,
  whyNotChange,
  type ChangeField,
} from '#shared/members/profile/changes.ts'
import type { ChangeForm } from '#shared/members/profile/profile.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import { useIsEmailed } from '#web/api/mine.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Form } from '#web/components/form.tsx'
import type { SentPicture } from '#web/components/picture-field.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm } from '#web/components/use-form.ts'
import type { Member } from '#web/members/api.ts'
import { MemberPictureField } from '#web/members/member-picture.tsx'
import { askChange, invalidateRequests, sendChangeFile } from '#web/members/privacy/api.ts'
import { showField } from '#web/members/record-facts.ts'
import { useAskOnce } from '#web/members/registration/fields.tsx'
import { askAgainText } from '#web/members/registration/text.ts'
import { PresentFile, RecordField } from './profile-fields.tsx'

interface ChangeDialogProps {
  member: Member
  field: ChangeField
  onClose: () => void
}

/** A member asks for one field of their record to be changed, checked with the server's rules. */
export function ChangeDialog({ member, field, onClose }: ChangeDialogProps) {
  const byEmail = useIsEmailed()
  const isAsked = useAskOnce()
  const form = useForm({
    values: { value: '', file: null as SentPicture | null },
    check({ value, file }): { sent: ChangeForm } | { problems: Record<string, string> } {
      if (!isChangeFile(field)) {
        const why =
          whyNotChange(field, value, member[field]) ?? (isAsked(field, value) ? askAgainText(changeText.send) : null)
        return why ? { problems: { value: why } } : { sent: { field, value } }
      }
      return file ? { sent: { field, file: file.id } } : { problems: { file: changeText.choosePicture } }
    },
    send: askChange,
    problemsOf({ fields }): Record<string, string> {
      const ofFile = fields[`files.${field}`]
      return ofFile ? { file: ofFile } : {}
    },
    async onDone() {
      showToast(changeText.sent)
      await invalidateRequests()
    },
  })
  const missing = isChangeFile(field) && !member[field]
  return (
    <ConfirmDialog
      onClose={onClose}
      form={form}
      action={changeText.send}
      title={missing ? changeText.sendTitle(changeName(field)) : changeText.title(changeName(field))}
      description={changeText.how(byEmail)}
    >
      <Form form={form} className="grid grid-cols-1 gap-5">
        {isChangeFile(field) ? (
          <MemberPictureField
            kind={field}
            name="file"
            label={heldFileText[field]}
            hint={<PresentFile id={member[field]} kind={field} rule={fileTexts[field].hint} />}
            upload={sendChangeFile}
          >
            {(sent) => sent && <p className="font-semibold">{changeText.pictureReady}</p>}
          </MemberPictureField>
        ) : (
          <>
            <p className="break-words">
              <span className="block text-muted">{changeText.present}</span>
              <span className="font-semibold">
                {member[field] ? showField(field, member[field]) : changeText.nothing}
              </span>
            </p>
            <RecordField name={field} as="value" label={changeText.next(changeName(field))} maxLength={300} />
          </>
        )}
        {field === 'email' && <p>{changeText.emailWarning}</p>}
      </Form>
    </ConfirmDialog>
  )
}

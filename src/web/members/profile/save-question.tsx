import { memberFileKinds } from '#shared/members/files.ts'
import { memberFields, type MemberField } from '#shared/members/member-fields.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import {
  afterSaving,
  changedNames,
  fileLabels,
  shown,
  type ProfileValues,
} from '#web/members/profile/profile-values.ts'

interface SaveQuestionProps {
  before: ProfileValues
  profile: Profile
  name: string
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

/** What will be saved, once more, and what it means for the member's login. */
export function SaveQuestion({ before, profile, name, open, onClose, onConfirm }: SaveQuestionProps) {
  const after = afterSaving(profile)
  const changed = changedNames(before, after)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Save these changes?"
      action="Save changes"
      onConfirm={onConfirm}
    >
      <p>
        These changes to the record of <strong>{name}</strong> will be saved:
      </p>
      <dl className="mt-3 grid gap-2">
        {changed.map((field) => (
          <div key={field} className="border-t border-line pt-2">
            <dt className="text-muted">{memberFields[field].label}</dt>
            <dd className="break-words">
              <s className="text-muted">{shown(field, before) || 'nothing'}</s> <span aria-hidden="true">→</span>
              <span className="sr-only"> becomes </span> <strong>{shown(field, after) || 'nothing'}</strong>
            </dd>
          </div>
        ))}
        {memberFileKinds
          .filter((kind) => profile.files[kind])
          .map((kind) => (
            <div key={kind} className="border-t border-line pt-2">
              <dt className="text-muted">{fileLabels[kind]}</dt>
              <dd>
                <strong>A new file</strong>; the old one is deleted
              </dd>
            </div>
          ))}
      </dl>
      {meaning(changed) && (
        <p className="mt-4 rounded-field bg-gold-soft px-4 py-3 text-gold-ink">{meaning(changed)}</p>
      )}
    </ConfirmDialog>
  )
}

/** The login follows the record. */
function meaning(changed: readonly MemberField[]): string | null {
  const signedOut = 'The member is logged out everywhere'
  if (changed.includes('birthday'))
    return `${signedOut}. If they still log in with their birthday, the new one is their password from now on.`
  if (changed.includes('militarySerial')) return `${signedOut} and logs in with the new serial number from now on.`
  return changed.includes('email') ? `${signedOut} and has to log in again.` : null
}

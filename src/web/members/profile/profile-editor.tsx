import { useState } from 'react'
import { memberFileKinds } from '#shared/members/files.ts'
import { memberFields, type MemberField } from '#shared/members/member-fields.ts'
import { heldFileText } from '#shared/members/privacy/privacy.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import { parseProfile } from '#shared/members/profile/profile.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila } from '#shared/time.ts'
import { ApiError, isWorthRetrying } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { ErrorSummary, Form, Refusal } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm, type FormState } from '#web/components/use-form.ts'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import { invalidateMembers, memberQuery, type Member } from '#web/members/api.ts'
import { memberName } from '#web/members/text.ts'
import { saveProfile } from './api.ts'
import { ProfileFields } from './profile-fields.tsx'
import { afterSaving, changedNames, showValue, toForm, valuesOf, type ProfileValues } from './profile-fields.tsx'
import { profileText } from './text.ts'

type Saved = { member: Member }

/**
 * Edits a member's whole record. Nothing is written before Save is confirmed, and nothing typed is lost if it fails. The form
 * holds what is typed, wrong, sent and saved meanwhile by others; `checked` is what the confirmation is about.
 */
export function ProfileEditor({ member, onDone }: { member: Member; onDone: () => void }) {
  const [checked, setChecked] = useState<Profile | null>(null)
  const [asking, setAsking] = useState(false)
  const form = useForm<ProfileValues, Profile, Saved>({
    values: valuesOf(member),
    stored: {
      version: member.version,
      async read() {
        const now = await readNow(member.id)
        return { values: valuesOf(now), version: now.version }
      },
    },
    check(values, uploads) {
      const sent = { ...toForm(values, member), version: member.version }
      const read = parseProfile(sent, { ...form.opened, approved: member.approved }, today())
      const problems: Record<string, string> = 'wrong' in read ? { ...read.wrong } : {}
      // Omitted from the files, it would be lost silently.
      for (const kind of memberFileKinds)
        if (uploads[`files.${kind}`] === 'failed') problems[`files.${kind}`] = fileTexts[kind].failed
      return 'profile' in read && Object.keys(problems).length === 0 ? { sent: read.profile } : { problems }
    },
    onChecked(profile) {
      if (form.uploading) return
      if (!form.dirty) return onDone()
      setChecked(profile)
      setAsking(true)
    },
    send: (profile, version) => save(member, { ...profile, version }),
    onDone(saved) {
      queries.setQueryData(memberQuery(member.id).queryKey, (before) => before && { ...before, ...saved })
      showToast(profileText.saved)
      onDone()
      void invalidateMembers()
    },
  })
  const { ask, question } = useLeaving(form.dirty && form.outcome.status !== 'done')

  return (
    <Form form={form} aria-label="Edit profile" className="grid gap-6">
      <ErrorSummary
        title={profileText.correct}
        labelOf={(name) => (name in memberFields ? memberFields[name as MemberField].label : undefined)}
      />
      <Meanwhile form={form} />
      <ProfileFields member={member} form={form} />
      <div className="sticky bottom-0 z-10 -mx-5 border-t border-line bg-card px-5 py-4 shadow-float md:mx-0 md:rounded-t-card md:border">
        <SaveFailure form={form} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => ask(onDone)}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy || form.uploading}>
            {form.uploading ? 'Sending the picture …' : 'Save'}
          </Button>
        </div>
      </div>
      {checked && (
        <SaveQuestion
          before={form.opened}
          profile={checked}
          name={memberName(member)}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => void form.send(checked)}
        />
      )}
      {question}
    </Form>
  )
}

const today = () => dayInManila(Date.now())

const readNow = async (id: string): Promise<Member> =>
  (await queries.fetchQuery({ ...memberQuery(id), staleTime: 0 })).member

async function save(member: Member, profile: Profile): Promise<Saved> {
  try {
    return await saveProfile(member.id, profile)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'edited-meanwhile')) throw error
    const now = await readNow(member.id)
    if (isSaved(profile, now)) return { member: now }
    throw error
  }
}

/** The reply to a save was lost, and this is the same save again: the record already has what was sent. */
function isSaved({ files, version: _version, ...form }: Profile, now: Member): boolean {
  const same = Object.entries(form).every(([name, value]) => (now[name as keyof Member] ?? '') === (value ?? ''))
  return same && memberFileKinds.every((kind) => !files[kind] || files[kind] === now[kind])
}

type EditorForm = FormState<ProfileValues, Profile, Saved>

/** What somebody else saved meanwhile. */
function Meanwhile({ form: { meanwhile, busy } }: { form: EditorForm }) {
  if (!meanwhile || busy) return null
  const both = meanwhile.both.filter((name) => name !== 'files')
  return (
    <Notice tone="warning" title={errorText['edited-meanwhile']}>
      {both.length === 0 ? (
        <p>Their changes are now in the form together with yours. Please check it and save again.</p>
      ) : (
        <>
          <p>You both changed the following. Yours is in the form; save again to replace theirs.</p>
          <ul className="mt-1 list-disc pl-5">
            {both.map((name) => (
              <li key={name}>
                {memberFields[name].label} now reads <strong>{showValue(name, meanwhile.theirs) || 'nothing'}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

/** A refusal says why; anything else says that nothing is lost. Problems with fields are shown above the form. */
function SaveFailure({ form: { failure: error, problems, meanwhile } }: { form: EditorForm }) {
  if (!error || Object.keys(problems).length > 0) return null
  const code = error instanceof ApiError ? error.code : 'unexpected'
  // A message at a field disappears when the field changes.
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return null
  if (code === 'edited-meanwhile' && meanwhile) return null // told above the form
  const unknown = code === 'unexpected' || code === 'disk-full' || isWorthRetrying(error)
  return (
    <Notice tone="error" title={unknown ? profileText.savingFailed : profileText.updateFailed} className="mb-3">
      <Refusal error={error} />
      {unknown && <p>Your changes are still here. Press Save to try again.</p>}
    </Notice>
  )
}

interface SaveQuestionProps {
  before: ProfileValues
  profile: Profile
  name: string
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

/** What will be saved, and what it means for the member's login. */
function SaveQuestion({ before, profile, name, ...dialog }: SaveQuestionProps) {
  const after = afterSaving(profile)
  const changed = changedNames(before, after)
  const meaning = meaningOf(changed)
  return (
    <ConfirmDialog title="Save these changes?" action="Save changes" {...dialog}>
      <p>
        These changes to the record of <strong>{name}</strong> will be saved:
      </p>
      <dl className="mt-3 grid gap-2">
        {changed.map((field) => (
          <div key={field} className="border-t border-line pt-2">
            <dt className="text-muted">{memberFields[field].label}</dt>
            <dd className="break-words">
              {showValue(field, before) ? <s className="text-muted">{showValue(field, before)}</s> : 'empty'}{' '}
              <span aria-hidden="true">→</span>
              <span className="sr-only"> becomes </span> <strong>{showValue(field, after) || 'empty'}</strong>
            </dd>
          </div>
        ))}
        {memberFileKinds
          .filter((kind) => profile.files[kind])
          .map((kind) => (
            <div key={kind} className="border-t border-line pt-2">
              <dt className="text-muted">{heldFileText[kind]}</dt>
              <dd>
                <strong>A new file</strong>; the old one is deleted
              </dd>
            </div>
          ))}
      </dl>
      {meaning && <p className="mt-4 rounded-field bg-gold-soft px-4 py-3 text-gold-ink">{meaning}</p>}
    </ConfirmDialog>
  )
}

/** The login follows the record. */
function meaningOf(changed: readonly MemberField[]): string | null {
  const signedOut = 'The member is logged out everywhere'
  if (changed.includes('birthday'))
    return `${signedOut}. If they still log in with their birthday, the new one is their password from now on.`
  if (changed.includes('militarySerial')) return `${signedOut} and logs in with the new serial number from now on.`
  return changed.includes('email') ? `${signedOut} and has to log in again.` : null
}

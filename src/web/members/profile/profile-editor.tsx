import { useState, type FormEvent } from 'react'
import { memberFields } from '#shared/members/member-fields.ts'
import { profileText } from '#shared/members/profile/text.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import { errorText } from '#shared/text.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import type { Member } from '#web/members/api.ts'
import { PictureFields } from '#web/members/profile/picture-fields.tsx'
import { ProblemSummary } from '#web/members/profile/problem-summary.tsx'
import { ProfileFields } from '#web/members/profile/profile-fields.tsx'
import { shown } from '#web/members/profile/profile-values.ts'
import { SaveQuestion } from '#web/members/profile/save-question.tsx'
import { useProfileDraft, type ProfileDraft } from '#web/members/profile/use-profile-draft.ts'
import { memberName } from '#web/members/text.ts'

/** A member's whole record, to change. Nothing is written before Save is confirmed, and nothing typed is lost when it fails. */
export function ProfileEditor({ member, onDone }: { member: Member; onDone: () => void }) {
  const draft = useProfileDraft(member, () => {
    showToast(profileText.saved)
    onDone()
  })
  const { ask, question } = useLeaving(draft.unsaved && !draft.save.isSuccess)
  const [checked, setChecked] = useState<Profile | null>(null)
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState(0)
  const busy = draft.save.isPending

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || draft.sending) return
    setAsked(asked + 1)
    if (!draft.unsaved) return onDone()
    const profile = draft.check()
    setChecked(profile)
    setAsking(profile !== null)
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Edit profile" className="grid gap-6">
      <ProblemSummary problems={draft.problems} asked={asked + draft.save.failureCount} />
      <Meanwhile draft={draft} />
      <ProfileFields draft={draft} approved={member.approved} />
      <PictureFields member={member} draft={draft} />
      <div className="sticky bottom-0 z-10 -mx-5 border-t border-line bg-card px-5 py-4 shadow-float md:mx-0 md:rounded-t-card md:border">
        <SaveFailure draft={draft} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => ask(onDone)}>
            Cancel
          </Button>
          <Button type="submit" busy={busy || draft.sending}>
            {draft.sending ? 'Sending the picture …' : 'Save'}
          </Button>
        </div>
      </div>
      {checked && (
        <SaveQuestion
          before={draft.base.values}
          profile={checked}
          name={memberName(member)}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => draft.save.mutate(checked)}
        />
      )}
      {question}
    </form>
  )
}

/** What somebody else saved in the meantime. */
function Meanwhile({ draft: { theirs, save } }: { draft: ProfileDraft }) {
  if (!theirs || save.isPending) return null
  return (
    <Notice tone="warning" title={errorText['edited-meanwhile']}>
      {theirs.both.length === 0 ? (
        <p>Their changes are now in the form together with yours. Please check it and save again.</p>
      ) : (
        <>
          <p>You both changed the following. Yours is in the form; save again to replace theirs.</p>
          <ul className="mt-1 list-disc pl-5">
            {theirs.both.map((name) => (
              <li key={name}>
                {memberFields[name].label} now reads <strong>{shown(name, theirs.values) || 'nothing'}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

/** A refusal says why; anything else says that nothing is lost. What is about fields stands above the form. */
function SaveFailure({ draft: { save, problems, theirs } }: { draft: ProfileDraft }) {
  const { error } = save
  if (!error || save.isPending || Object.keys(problems).length > 0) return null
  const code = error instanceof ApiError ? error.code : 'unexpected'
  // What was said at a field goes when the field is changed.
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return null
  if (code === 'edited-meanwhile' && theirs) return null // told above the form
  const unknown = code === 'unexpected' || code === 'disk-full' || (error instanceof ApiError && error.worthRetrying)
  return (
    <Notice tone="error" title={unknown ? profileText.savingFailed : profileText.updateFailed} className="mb-3">
      <p>{sentenceOf(error)}</p>
      {unknown && <p>Your changes are still here. Press Save to try again.</p>}
      {code === 'not-signed-in' && (
        <p>
          <a href="/login" target="_blank" rel="noreferrer" className="underline underline-offset-4">
            Log in again in a new tab
          </a>
          , then come back and press Save. Your changes are still here.
        </p>
      )}
    </Notice>
  )
}

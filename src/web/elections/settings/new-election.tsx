import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { statesText } from '#shared/elections/settings/states-text.ts'
import { offeredPlan, type OfferedPlan } from '#shared/elections/settings/offered-plan.ts'
import { changedFields } from '#shared/elections/settings/settings.ts'
import type { Instant } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { electionsChanged, openElection, type ListedElection } from '#web/elections/settings/api.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import { changeDraft, formOf, fromDraft, problemsOf, toDraft } from '#web/elections/settings/draft.ts'
import { ElectionFields } from '#web/elections/settings/election-fields.tsx'
import { nothingWrong, stillWrong, withoutPrefix } from '#web/elections/settings/use-election-draft.ts'
import { useLeaving } from '#web/layout/use-leaving.tsx'

const helpOf = {
  nothing: statesText.firstHelp,
  last: statesText.nextHelp,
  cancelled: statesText.afterCancelledHelp,
} as const satisfies Record<OfferedPlan['from'], string>

interface NewElectionProps {
  /** The latest first. Settings of theirs are the start of this one's. */
  earlier: readonly ListedElection[]
  now: Instant
  onOpened: (id: string) => void
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null
}

/** A draft beside the earlier elections: what makes it an election; the rest is as it was, and set in the other steps. */
export function NewElection({ earlier, now, onOpened, onCancel }: NewElectionProps) {
  const [{ plan: offered, from }] = useState(() =>
    offeredPlan(
      earlier.map((one) => ({ form: formOf(one), cancelledAt: one.cancelledAt })),
      now,
    ),
  )
  const [draft, setDraft] = useState(() => toDraft(offered))
  const form = fromDraft(draft, offered)
  const [checked, setChecked] = useState(nothingWrong)
  const element = useRef<HTMLFormElement>(null)
  const opening = useMutation({
    mutationFn: () => openElection(form),
    async onSuccess({ id }) {
      await electionsChanged()
      showToast(statesText.draftSaved)
      onOpened(id)
    },
    onError: (error) => setChecked({ draft, problems: error instanceof ApiError ? withoutPrefix(error.fields) : {} }),
  })
  const typed = changedFields(offered, form).length > 0
  const leaving = useLeaving(typed && !opening.isSuccess)
  useFocusInvalid(element, checked)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (opening.isPending) return
    const problems = problemsOf(form)
    setChecked({ draft, problems })
    if (Object.keys(problems).length === 0) opening.mutate()
  }

  const problems = stillWrong(checked, draft)
  return (
    <form ref={element} onSubmit={submit} noValidate aria-label="A new election" className="grid gap-5">
      {leaving.question}
      <div>
        <h2 className="text-3xl">{from === 'nothing' ? statesText.firstTitle : statesText.nextTitle}</h2>
        <p className="mt-2 max-w-[70ch] text-muted">{helpOf[from]}</p>
      </div>
      <ElectionFields
        step="setup"
        {...{ draft, problems }}
        settled={{}}
        onChange={(part) => setDraft(changeDraft(draft, part))}
      />
      {opening.isError && (
        <Notice tone="error" title={sentenceOf(opening.error)}>
          {Object.keys(problems).length > 0 && 'Please check what is marked above.'}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button look="outline" onClick={() => leaving.ask(onCancel)}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={opening.isPending}>
          {statesText.saveDraft}
        </Button>
      </div>
    </form>
  )
}

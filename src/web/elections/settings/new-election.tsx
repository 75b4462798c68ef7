import { useState } from 'react'
import { offeredPlan, type OfferedPlan } from '#shared/elections/settings/offered-plan.ts'
import type { Instant } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import { invalidateElections, draftElection, type ListedElection } from './api.ts'
import { changesIn, checkDraft, formOf, toDraft } from './election-draft.ts'
import { ElectionFields, SaveFailure } from './election-fields.tsx'
import { statesText } from './text.ts'

const helpOf = {
  nothing: statesText.firstHelp,
  last: statesText.nextHelp,
  cancelled: statesText.afterCancelledHelp,
} as const satisfies Record<OfferedPlan['from'], string>

interface NewElectionProps {
  /** The latest first. Their settings are the starting point. */
  earlier: readonly ListedElection[]
  now: Instant
  onOpened: (id: string) => void
  /** Null if there is nothing to go back to. */
  onCancel: (() => void) | null
}

/** A draft beside the earlier elections: only the essentials are asked; the rest is as before, and set in the other steps. */
export function NewElection({ earlier, now, onOpened, onCancel }: NewElectionProps) {
  const { shortName } = useSite()
  const [{ plan, from }] = useState(() =>
    offeredPlan(
      earlier.map((one) => ({ form: formOf(one), cancelledAt: one.cancelledAt })),
      now,
      shortName,
    ),
  )
  const form = useForm({
    values: toDraft(plan),
    check: checkDraft,
    send: draftElection,
    async onDone({ id }) {
      await invalidateElections()
      showToast(statesText.draftSaved)
      onOpened(id)
    },
  })
  const leaving = useLeaving(changesIn(useValues(form)).length > 0 && form.outcome.status !== 'done')
  return (
    <Form form={form} aria-label="A new election" className="grid gap-5">
      {leaving.question}
      <div>
        <h2 className="text-3xl">{from === 'nothing' ? statesText.firstTitle : statesText.nextTitle}</h2>
        <p className="mt-2 max-w-[70ch] text-muted">{helpOf[from]}</p>
      </div>
      <ElectionFields form={form} step="setup" locked={{}} />
      <SaveFailure form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button look="outline" onClick={() => leaving.ask(onCancel)}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={form.busy}>
          {statesText.saveDraft}
        </Button>
      </div>
    </Form>
  )
}

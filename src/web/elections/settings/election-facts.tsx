import { statesText } from '#shared/elections/settings/states-text.ts'
import type { ElectionField } from '#shared/elections/settings/settings.ts'
import { fieldsOf, isAsked, type FieldStep } from '#shared/elections/settings/steps.ts'
import { showInstant } from '#shared/time.ts'
import type { ListedElection } from '#web/elections/settings/api.ts'
import { Notice } from '#web/components/notice.tsx'
import { formOf } from '#web/elections/settings/draft.ts'
import { fieldNames } from '#shared/elections/settings/field-names.ts'
import { showField } from '#web/elections/settings/field-names.ts'

/** The settings of an election that stays as it is: to read, not to change. */
export function ElectionFacts({ election, step }: { election: ListedElection; step: FieldStep }) {
  const form = formOf(election)
  const asked: readonly ElectionField[] = fieldsOf[step].filter((field) => isAsked(field, form))
  return (
    <section aria-labelledby="facts-heading" className="card p-5 md:p-8">
      <h2 id="facts-heading" className="text-2xl">
        Settings of this election
      </h2>
      <Notice tone="info" className="mt-4">
        {election.stage === 'cancelled'
          ? statesText.cancelledStays
          : election.certifiedAt === null
            ? 'Voting is over, so these can no longer be changed.'
            : `Certified ${showInstant(election.certifiedAt)}, so these can no longer be changed.`}
      </Notice>
      <dl className="mt-5 grid gap-x-8 divide-y divide-line md:grid-cols-2 md:divide-y-0">
        {asked.map((field) => (
          <div key={field} className="min-w-0 py-2">
            <dt className="text-muted">{fieldNames[field]}</dt>
            <dd className="font-semibold break-words">{showField(form, field)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { isScheduleField } from '#shared/elections/schedule.ts'
import {
  cancelSchema,
  postponed,
  postponedAnchor,
  postponeSchema,
  timesToPostpone,
  whyNotUnderWay,
  type PostponedField,
} from '#shared/elections/settings/states.ts'
import { electionFieldNames } from '#shared/elections/settings/text.ts'
import { showCount } from '#shared/figures.ts'
import type { Instant } from '#shared/time.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { CheckField, TextArea, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { asTyped, readTime } from '#web/components/typed-time.ts'
import { bySchema, useForm, useValues } from '#web/components/use-form.ts'
import { readinessQuery } from '#web/elections/api.ts'
import { resultsQuery } from '#web/elections/results/api.ts'
import { IfEmailIsSent } from '#web/layout/no-mail-notice.tsx'
import { cancelElection, invalidateElections, postponeElection, type ListedElection } from './api.ts'
import { MovedTimes, showOpening, showTime } from './schedule.tsx'
import { statesText } from './text.ts'

interface ChangeProps {
  election: ListedElection
  unsaved: boolean
}

/** An announced election can only be postponed, cancelled, or have its voting extended. */
export function ChangePlans({ election, unsaved }: ChangeProps) {
  if (whyNotUnderWay(election.stage) !== null) return null
  return (
    <section aria-labelledby="plans-heading" className="card grid gap-4 p-5 md:p-8">
      <h2 id="plans-heading" className="text-2xl">
        {statesText.changesTitle}
      </h2>
      {unsaved && <p className="font-semibold text-gold-ink">{statesText.unsavedFirst}</p>}
      <div className="flex flex-wrap gap-3">
        <Postpone key={`postpone ${election.version}`} {...{ election, unsaved }} />
        <Cancel key={`cancel ${election.version}`} {...{ election, unsaved }} />
      </div>
    </section>
  )
}

/** One new time, from which all others follow, each shown before anything is done. Once voting is open, this extends it. */
export function Postpone({ election, unsaved }: ChangeProps) {
  const state = useQuery(readinessQuery(election.id))
  const seenAt = election.stage === 'voting' ? election.votingOpens : 0
  const anchor = postponedAnchor(election, state.data?.now ?? seenAt)
  const text = statesText.later[anchor]
  const fields = state.data
    ? timesToPostpone({ ...election, rollFrozenAt: state.data.rollFrozenAt }, state.data.now)
    : []
  const spanOf = (typed: string | null) => (typed === null ? 0 : readTime(typed) - election[anchor])
  const form = useForm({
    // Until something is typed, the field shows the old time, which is known once the state is.
    values: { by: null as string | null, reason: '' },
    check: ({ by, reason }) =>
      bySchema(postponeSchema)({ version: election.version, by: spanOf(by) || 0, fields, reason }),
    async send(postponement) {
      try {
        await postponeElection(election.id, postponement)
      } catch (error) {
        // A time has begun meanwhile: read again what is shown.
        void state.refetch()
        throw error
      }
      await invalidateElections()
    },
    onDone: () => showToast(text.done),
  })
  const typed = useValues(form).by
  const by = spanOf(typed)
  return (
    <ConfirmButton
      button={{ look: 'outline', disabled: unsaved }}
      title={text.title}
      action={text.act}
      failure={text.failed}
      form={form}
    >
      <Form form={form} className="grid gap-4">
        <p>{text.help}</p>
        {state.data ? (
          <>
            <TextField
              type="datetime-local"
              label={text.newTime}
              value={typed ?? asTyped(election[anchor])}
              error={form.problems['by']}
              max="2099-12-31T23:59"
              onChange={(event) => form.change({ by: event.target.value })}
            />
            {by > 0 && <NewTimes {...{ election, fields, by }} />}
          </>
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        <p>{statesText.laterNote}</p>
        <ReasonField />
      </Form>
    </ConfirmButton>
  )
}

interface NewTimesProps {
  election: ListedElection
  fields: readonly PostponedField[]
  by: number
}

function NewTimes({ election, fields, by }: NewTimesProps) {
  const after = postponed(election, fields, by)
  const show = (field: PostponedField, time: Instant) =>
    isScheduleField(field) ? showTime(field, time) : showOpening(time)
  return (
    <MovedTimes
      times={fields.map((field) => ({
        name: electionFieldNames[field],
        before: show(field, election[field] ?? 0),
        after: show(field, after[field] ?? 0),
      }))}
    />
  )
}

/** Explains what happens to ballots already cast, and asks about them separately. */
function Cancel({ election, unsaved }: ChangeProps) {
  const voting = election.stage === 'voting'
  // A ballot may be cast while this is read: during voting it always asks.
  const asksForBallots = voting || election.hasBallots
  const form = useForm({
    values: { reason: '', ballotsGivenUp: false },
    check(typed) {
      const checked = bySchema(cancelSchema)({ ...typed, version: election.version })
      if (!asksForBallots || typed.ballotsGivenUp) return checked
      return { problems: { ...('problems' in checked && checked.problems), ballotsGivenUp: statesText.giveUpFirst } }
    },
    async send(cancellation) {
      await cancelElection(election.id, cancellation)
      await invalidateElections()
    },
    onDone: () => showToast(statesText.cancelled),
  })
  const notGivenUp = form.problems['ballotsGivenUp']
  return (
    <ConfirmButton
      button={{ look: 'danger-outline', disabled: unsaved }}
      title={statesText.cancelTitle}
      action={statesText.cancelElection}
      cancel={statesText.keep}
      destructive
      failure={statesText.notCancelled}
      form={form}
    >
      <Form form={form} className="grid gap-4">
        <p className="font-semibold break-words">{election.title}</p>
        <p>{statesText.cancelHelp}</p>
        {asksForBallots && (
          <>
            <Notice tone="warning">
              <BallotsInBox electionId={election.id} voting={voting} />{' '}
              <IfEmailIsSent>{statesText.votersTold}</IfEmailIsSent>
            </Notice>
            <CheckField name="ballotsGivenUp" label={statesText.givenUp} aria-invalid={notGivenUp !== undefined} />
            {notGivenUp && (
              <p role="alert" className="font-semibold text-red">
                {notGivenUp}
              </p>
            )}
          </>
        )}
        <ReasonField />
      </Form>
    </ConfirmButton>
  )
}

/** Read when the dialog opens. */
function BallotsInBox({ electionId, voting }: { electionId: string; voting: boolean }) {
  const { data } = useQuery({ ...resultsQuery({ election: electionId, test: false }), enabled: voting })
  return statesText.cancelBallots(data && showCount(data.cast, 'ballot is', 'ballots are'))
}

/** Published. */
const ReasonField = () => (
  <TextArea name="reason" label={statesText.reason} hint={statesText.reasonHint} rows={3} maxLength={1000} />
)

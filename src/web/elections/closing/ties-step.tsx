import { useEffect, useId, type ReactNode } from 'react'
import { tieDecisionSchema, whyNotDecided, type TieDecisionForm } from '#shared/elections/closing/closing.ts'
import { hasReached } from '#shared/elections/lifecycle.ts'
import { showCount } from '#shared/figures.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { sentenceFor } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { classes } from '#web/components/classes.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { FieldError, TextArea, useBound } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm, type CheckedForm } from '#web/components/use-form.ts'
import { invalidateClosing, decideTie, type Closing, type ClosingTie } from './api.ts'
import { Step, type StepState } from './step.tsx'
import { withRank } from './text.ts'

export function TiesStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { electionId, ties, vacant, stage, certificate } = closing
  return (
    <Step number={3} title={state === 'done' ? 'Ties are decided' : 'Decide ties'} state={state}>
      {!hasReached(stage, 'counted') ? (
        <p className="text-muted">We will know whether there are ties when all ballots are counted.</p>
      ) : (
        ties.length === 0 && <p>There are no ties.</p>
      )}
      {ties.map((tie) => (
        <TieCard key={tie.ms} tie={tie}>
          {certificate === null && <DecideTie {...{ electionId, tie }} />}
        </TieCard>
      ))}
      {vacant.map(({ ms, sentence }) => (
        <p key={ms} className="flex flex-wrap items-center gap-3">
          <ServicePill service={ms} />
          {sentence}
        </p>
      ))}
    </Step>
  )
}

function TieCard({ tie, children }: { tie: ClosingTie; children: ReactNode }) {
  const { ms, votes, seats, nominees, decision } = tie
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card border border-line p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <ServicePill service={ms} />
        {decision ? <Pill tone="green">Decided</Pill> : <Pill tone="gold">Open</Pill>}
        <p className="w-full font-semibold sm:w-auto">
          {nominees.length} people with {showCount(votes, 'vote')} each, {showCount(seats, 'seat')} left
        </p>
      </div>
      <ul className="grid gap-1">
        {nominees.map((nominee) => {
          const chosen = decision?.nomineeIds.includes(nominee.nomineeId)
          return (
            <li key={nominee.nomineeId} className="flex items-center gap-2">
              <span className="grid size-5 flex-none place-items-center" aria-hidden="true">
                {chosen && <CheckIcon className="size-5 text-green" />}
              </span>
              <span className={classes('min-w-0 wrap-anywhere', chosen && 'font-semibold')}>
                {withRank(nominee)}
                {chosen && ' – chosen'}
              </span>
            </li>
          )
        })}
      </ul>
      {decision && (
        <p className="text-muted">
          “{decision.reason}” Recorded by {decision.decidedBy}, {showInstant(decision.decidedAt)}.
        </p>
      )}
      {children}
    </div>
  )
}

function DecideTie({ electionId, tie }: { electionId: string; tie: ClosingTie }) {
  const { ms, votes, seats, nominees, decision } = tie
  const form = useForm({
    values: typedDecision(tie),
    check: (typed) => checkDecision(tie, typed),
    send: (sent) => decideTie(electionId, ms, sent),
    async onDone() {
      showToast('The decision is recorded.')
      await invalidateClosing()
    },
  })
  useEffect(() => {
    form.reset(typedDecision(tie))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each decision, whoever has recorded it
  }, [decision?.decidedAt])
  return (
    <div>
      <ConfirmButton
        label={decision ? 'Correct the decision' : 'Record the decision'}
        button={{ look: decision ? 'outline' : 'primary', size: 'small' }}
        title={`Tie in the ${serviceNames[ms]}`}
        description={`${nominees.length} people have ${showCount(votes, 'vote')} each, and there ${seats === 1 ? 'is one seat' : `are ${seats} seats`} left for them. The association decides, and you record the decision here.`}
        action="Record the decision"
        failure="The decision was not recorded"
        form={form}
      >
        <Form form={form} className="grid grid-cols-1 gap-5">
          <ChosenField tie={tie} error={form.problems['nomineeIds']} />
          <TextArea
            name="reason"
            label="How it was decided"
            hint="For example: drawing of lots, on which day and in the presence of the candidates. It will be printed on the certificate."
            rows={4}
            maxLength={1000}
          />
        </Form>
      </ConfirmButton>
    </div>
  )
}

/** A radio button gives one text, checkboxes give a list. */
interface TypedDecision {
  nomineeIds: string | string[]
  reason: string
}

const typedDecision = ({ seats, decision }: ClosingTie): TypedDecision => ({
  nomineeIds: seats === 1 ? (decision?.nomineeIds[0] ?? '') : [...(decision?.nomineeIds ?? [])],
  reason: decision?.reason ?? '',
})

function checkDecision(tie: ClosingTie, typed: TypedDecision): CheckedForm<TieDecisionForm> {
  const decision = { ...typed, nomineeIds: [typed.nomineeIds].flat() }
  const why = whyNotDecided({ ...tie, nomineeIds: tie.nominees.map(({ nomineeId }) => nomineeId) }, decision.nomineeIds)
  const checked = bySchema(tieDecisionSchema)(decision)
  if (!why) return checked
  const problems = 'problems' in checked ? checked.problems : {}
  return { problems: { ...problems, nomineeIds: sentenceFor(why, { n: tie.seats }) } }
}

/** Radio buttons for one seat, checkboxes for several. */
function ChosenField({ tie, error }: { tie: ClosingTie; error: string | undefined }) {
  const id = useId()
  const { bound } = useBound<HTMLInputElement>({ name: 'nomineeIds' })
  const one = tie.seats === 1
  return (
    <fieldset aria-describedby={error ? id : undefined} aria-invalid={error ? true : undefined}>
      <legend className="font-semibold">{one ? 'Who was chosen?' : `Which ${tie.seats} were chosen?`}</legend>
      <div className="mt-1 grid grid-cols-1">
        {tie.nominees.map((nominee) => (
          <label key={nominee.nomineeId} className="flex min-h-11 items-center gap-3">
            <input
              {...bound}
              type={one ? 'radio' : 'checkbox'}
              value={nominee.nomineeId}
              className="size-6 flex-none accent-navy"
            />
            {withRank(nominee)}
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}

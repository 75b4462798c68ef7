import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { tieDecisionSchema, whyNotDecided } from '#shared/elections/closing/closing.ts'
import { hasReached } from '#shared/elections/lifecycle.ts'
import { sentenceFor } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Pill, serviceNames, ServicePill } from '#web/components/pill.tsx'
import { showCount } from '#web/components/formats.ts'
import { TextArea } from '#web/components/fields.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import { closed, decideTie, type Closing, type ClosingTie } from '#web/elections/closing/api.ts'
import { withRank } from '#web/elections/closing/text.ts'
import { Step, type StepState } from '#web/elections/closing/step.tsx'

export function TiesStep({ closing, state }: { closing: Closing; state: StepState }) {
  const [deciding, setDeciding] = useState<ClosingTie | null>(null)
  const { ties, vacant, stage, certificate } = closing
  return (
    <Step number={3} title={state === 'done' ? 'Ties are decided' : 'Decide ties'} state={state}>
      {!hasReached(stage, 'counted') ? (
        <p className="text-muted">Ties for the last seat of a service are known when all ballots are counted.</p>
      ) : (
        ties.length === 0 && <p>There are no ties.</p>
      )}
      {ties.map((tie) => (
        <TieCard key={tie.ms} tie={tie} {...(certificate === null && { onDecide: () => setDeciding(tie) })} />
      ))}
      {vacant.map(({ ms, seats }) => (
        <p key={ms} className="flex flex-wrap items-center gap-3">
          <ServicePill service={ms} />
          {showCount(seats, 'seat stays', 'seats stay')} vacant: nobody else stood or got a vote.
        </p>
      ))}
      <TieDialog electionId={closing.electionId} tie={deciding} onClose={() => setDeciding(null)} />
    </Step>
  )
}

function TieCard({ tie, onDecide }: { tie: ClosingTie; onDecide?: () => void }) {
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
      {onDecide && (
        <div>
          <Button look={decision ? 'outline' : 'primary'} size="small" onClick={onDecide}>
            {decision ? 'Correct the decision' : 'Record the decision'}
          </Button>
        </div>
      )}
    </div>
  )
}

interface TieDialogProps {
  electionId: string
  /** Null while none is being decided. */
  tie: ClosingTie | null
  onClose: () => void
}

function TieDialog({ electionId, tie, onClose }: TieDialogProps) {
  // The last one stays on the screen while the dialog goes.
  const [shown, setShown] = useState(tie)
  if (tie && tie !== shown) setShown(tie)
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={tie !== null}
      onClose={onClose}
      staysOpen
      busy={sending}
      title={shown ? `Tie in the ${serviceNames[shown.ms]}` : ''}
      description={
        shown &&
        `${shown.nominees.length} people have ${showCount(shown.votes, 'vote')} each, and there ${shown.seats === 1 ? 'is one seat' : `are ${shown.seats} seats`} left for them. The votes do not decide this. The association decides, and you record the decision here.`
      }
    >
      {shown && <TieForm key={shown.ms} {...{ electionId, onClose }} tie={shown} onSending={setSending} />}
    </Dialog>
  )
}

interface TieFormProps extends TieDialogProps {
  tie: ClosingTie
  onSending: (sending: boolean) => void
}

function TieForm({ electionId, tie, onClose, onSending }: TieFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<string[]>(tie.decision?.nomineeIds ?? [])
  const [reason, setReason] = useState(tie.decision?.reason ?? '')
  // What is wrong is told after the first try, and goes as it is put right.
  const [refusals, setRefusals] = useState(0)
  const problems = problemsOf(tie, chosen, reason)
  const wrong = refusals > 0 ? problems : {}
  useFocusInvalid(form, refusals)

  const deciding = useMutation({
    mutationFn: async () => {
      onSending(true)
      try {
        await decideTie(electionId, tie.ms, { nomineeIds: chosen, reason })
      } finally {
        onSending(false)
      }
    },
    onSuccess: async () => {
      showToast('The decision is recorded.')
      onClose()
      await closed()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (deciding.isPending) return
    if (Object.keys(problems).length === 0) deciding.mutate()
    else setRefusals((before) => before + 1)
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <ChosenField tie={tie} chosen={chosen} error={wrong.nomineeIds} onChange={setChosen} />
      <TextArea
        label="How it was decided"
        hint="For example: drawing of lots, on which day and in the presence of the candidates. It will be printed on the certificate."
        rows={4}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={wrong.reason}
      />
      {deciding.isError && (
        <Notice tone="error" title="The decision was not recorded">
          {sentenceOf(deciding.error)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" disabled={deciding.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={deciding.isPending}>
          Record the decision
        </Button>
      </div>
    </form>
  )
}

function problemsOf(tie: ClosingTie, nomineeIds: string[], reason: string): { nomineeIds?: string; reason?: string } {
  const asTie = { ...tie, nomineeIds: tie.nominees.map(({ nomineeId }) => nomineeId) }
  const why = whyNotDecided(asTie, nomineeIds)
  const parsed = tieDecisionSchema.shape.reason.safeParse(reason)
  return {
    ...(why && { nomineeIds: sentenceFor(why, { n: tie.seats }) }),
    ...(!parsed.success && { reason: parsed.error.issues[0]?.message ?? '' }),
  }
}

interface ChosenFieldProps {
  tie: ClosingTie
  chosen: string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** For one seat one of them, for several as many as there are. */
function ChosenField({ tie, chosen, error, onChange }: ChosenFieldProps) {
  const id = useId()
  const one = tie.seats === 1
  function choose(nomineeId: string, on: boolean) {
    if (one) onChange([nomineeId])
    else onChange(on ? [...chosen, nomineeId] : chosen.filter((other) => other !== nomineeId))
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-semibold">{one ? 'Who was chosen?' : `Which ${tie.seats} were chosen?`}</legend>
      <div className="mt-1 grid grid-cols-1">
        {tie.nominees.map((nominee) => (
          <label key={nominee.nomineeId} className="flex min-h-11 items-center gap-3">
            <input
              type={one ? 'radio' : 'checkbox'}
              name="chosen"
              value={nominee.nomineeId}
              checked={chosen.includes(nominee.nomineeId)}
              className="size-6 flex-none accent-navy"
              onChange={(event) => choose(nominee.nomineeId, event.currentTarget.checked)}
            />
            {withRank(nominee)}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="flex gap-2 font-semibold text-red">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

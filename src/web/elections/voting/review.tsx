import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { votingText } from '#shared/elections/voting/text.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { withNext } from '#shared/pages.ts'
import { errorText } from '#shared/text.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { AlertIcon, ArrowIcon, CheckIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import { useSearch, useLocation, useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'
import { maxTries, mayHaveArrived, type Casting } from './casting.ts'
import { besideRoomyClass, rankAndUnit } from './seat-slots.tsx'
import { blankSeats, groupSeats, joinWords, type Candidate } from './slots.ts'
import { ballotText } from './text.ts'

interface ReviewProps extends FilledBallot {
  heading: string
  /** A second-level heading on a page that has its own. */
  headingLevel?: 'h1' | 'h2'
  /** What pressing Save means, in a sentence right above it. */
  meaning: ReactNode
  /** Why Save cannot be pressed now, or null. */
  whyNot: ReactNode | null
  /** What to know before pressing it, if anything. */
  notice?: ReactNode
  casting: Casting
  onSave: () => void
  onBack: () => void
}

/** The whole ballot once more, before the one press that casts it. */
export function Review({
  heading,
  headingLevel: Heading = 'h1',
  meaning,
  whyNot,
  notice,
  casting,
  onSave,
  onBack,
  ...ballot
}: ReviewProps) {
  const title = useStepHeading()
  const tick = useRef<HTMLInputElement>(null)
  const [confirmed, setConfirmed] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState(false)
  const blanks = blankSeats(ballot.seats, ballot.choices)
  const sending = casting.status === 'sending'
  const stateRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (casting.status !== 'rest') stateRef.current?.scrollIntoView({ block: 'nearest' })
  }, [casting.status])

  function save() {
    const asks = blanks.length > 0 && !confirmed
    setUnconfirmed(asks)
    if (asks) tick.current?.focus()
    else onSave()
  }

  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
      <Heading ref={title} tabIndex={-1} className="text-4xl outline-none sm:text-5xl">
        {heading}
      </Heading>
      {ballot.choices.every((choice) => !choice) && (
        <Notice tone="warning" title={ballotText.nobodyChosen}>
          <p>{ballotText.allBlank}</p>
        </Notice>
      )}
      <PaperBallot {...ballot} />
      {blanks.length > 0 && (
        <BlanksQuestion
          ref={tick}
          blanks={blanks}
          confirmed={confirmed}
          disabled={sending}
          onConfirm={(next) => {
            setConfirmed(next)
            setUnconfirmed(false)
          }}
          error={unconfirmed ? errorText['blanks-unconfirmed'] : undefined}
        />
      )}
      {casting.status === 'rest' && notice}
      {whyNot && (
        <p className="flex gap-3 font-semibold text-gold-ink">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          <span>{whyNot}</span>
        </p>
      )}
      <p className="text-lg">{meaning}</p>
      <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
        <Button
          look="accent"
          busy={sending}
          disabled={whyNot !== null}
          onClick={save}
          className="min-h-16 text-xl sm:order-2"
        >
          Save
        </Button>
        {/* Under the button that was pressed, which stays where it is. */}
        <div ref={stateRef} className="scroll-mb-4 empty:hidden sm:order-3 sm:col-span-2">
          <SendingState casting={casting} />
        </div>
        <Button look="outline" disabled={sending} onClick={onBack} className="sm:min-h-16">
          <ArrowIcon className="size-5 rotate-180" />
          Go back and change
        </Button>
      </div>
    </div>
  )
}

interface FilledBallot {
  title: string
  seats: readonly Seat[]
  candidates: readonly Candidate[]
  choices: Choices
}

/** Looks like a paper ballot: a mark before each name, and every blank seat named. */
function PaperBallot({ title, seats, candidates, choices }: FilledBallot) {
  return (
    <section aria-label="Your ballot" className="card p-1 sm:p-1.5">
      <div className="rounded-lg border-2 border-navy px-3 py-6 sm:px-8">
        <div className="grid justify-items-center gap-2 text-center">
          <Emblem className="h-14 w-auto" />
          <p className="eyebrow text-gold-ink">Ballot</p>
          <p className="display text-3xl">{title}</p>
        </div>
        <div className="mt-6 grid grid-cols-1 gap-6">
          {groupSeats(seats).map(({ ms, seats: lines }) => (
            <div key={ms}>
              <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b-2 border-navy pb-2 text-xl">
                <ServicePill service={ms} />
                <span className="beside">{serviceNames[ms]}</span>
              </h2>
              <ul>
                {lines.map(({ slot, place }) => (
                  <Line key={slot} slot={slot} chosen={candidates.find(({ id }) => id === choices[place])} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function Line({ slot, chosen }: { slot: string; chosen: Candidate | undefined }) {
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 border-b border-line py-2.5 last:border-0 sm:gap-x-4">
      <span
        aria-hidden="true"
        className={classes(
          'grid size-8 flex-none place-items-center rounded border-2',
          chosen ? 'border-navy text-navy' : 'border-dashed border-gold',
        )}
      >
        {chosen && <CheckIcon className="size-6" />}
      </span>
      <span className={besideRoomyClass}>
        <span className="block leading-snug text-muted">{slot}</span>
        {chosen ? (
          <>
            <span className="block text-lg leading-snug font-semibold">{chosen.fullName}</span>
            <span className="block leading-snug text-muted">{rankAndUnit(chosen)}</span>
          </>
        ) : (
          <span className="block font-semibold text-gold-ink">Left blank</span>
        )}
      </span>
    </li>
  )
}

interface BlanksQuestionProps {
  ref: Ref<HTMLInputElement>
  blanks: readonly string[]
  confirmed: boolean
  disabled: boolean
  onConfirm: (confirmed: boolean) => void
  error: string | undefined
}

/** A blank seat is named and must be confirmed. */
function BlanksQuestion({ ref, blanks, confirmed, disabled, onConfirm, error }: BlanksQuestionProps) {
  const id = useId()
  return (
    <div className="rounded-card border-2 border-gold bg-gold-soft px-3 py-4 sm:px-5">
      <p id={`${id}-why`}>
        Nobody is chosen for <strong>{joinWords(blanks)}</strong>. A blank seat gives nobody a vote and cannot be filled
        later.
      </p>
      <label htmlFor={id} className="mt-2 flex min-h-12 flex-wrap items-center gap-x-3 font-semibold sm:text-lg">
        <input
          ref={ref}
          id={id}
          type="checkbox"
          checked={confirmed}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-why ${id}-error`}
          onChange={(event) => onConfirm(event.target.checked)}
          className="size-7 flex-none accent-navy"
        />
        <span className="beside">Leave {joinWords(blanks)} blank</span>
      </label>
      <p id={`${id}-error`} role="alert" className="font-semibold text-red">
        {error && (
          <span className="mt-1 flex gap-2">
            <AlertIcon className="mt-0.5 size-5 flex-none" />
            {error}
          </span>
        )}
      </p>
    </div>
  )
}

/** The progress, for somebody on a poor connection. */
const SendingState = ({ casting }: { casting: Casting }) => (
  <div role="status" className="empty:hidden">
    {casting.status === 'sending' && (
      <p className="flex items-center gap-3 rounded-field bg-navy-soft px-4 py-3 font-semibold text-navy-2">
        <Spinner className="size-5 flex-none" />
        <span>
          {casting.attempt === 1
            ? 'Sending the ballot …'
            : `No reply from the site. Sending it again (try ${casting.attempt} of ${maxTries}) …`}
        </span>
      </p>
    )}
  </div>
)

const advice: Partial<Record<ApiError['code'], string>> = {
  'voting-not-open': 'Voting is not open now, so the ballot was not saved.',
  'no-nominee-for-vote':
    'Someone on this ballot is no longer a candidate. Please go back and choose for that seat again.',
}

const stillHere =
  'The ballot is still on this device. It may have reached us already: however often you send it, it counts only once.'

interface ErrorDialogProps {
  casting: Casting
  /** What to do after being logged out: it depends on whether the choices are stored. */
  loggedOut: string
  onRetry: () => void
  onClose: () => void
}

/** Why a ballot was not saved, and what to do. */
export function ErrorDialog({ casting, loggedOut, onRetry, onClose }: ErrorDialogProps) {
  const refused = casting.status === 'refused' ? casting.error : null
  const lost = refused !== null && mayHaveArrived(refused)
  const code = refused instanceof ApiError ? refused.code : null
  const whatToDo = lost ? stillHere : code === 'not-signed-in' ? loggedOut : code && advice[code]
  return (
    <Dialog open={casting.status === 'refused'} onClose={onClose} title={votingText.failedTitle}>
      <div className="grid gap-5">
        <p role="alert" className="flex gap-3 text-lg font-semibold text-red">
          <AlertIcon className="mt-0.5 size-6 flex-none" />
          {refused !== null && sentenceOf(refused)}
        </p>
        {whatToDo && <p>{whatToDo}</p>}
        <div className="flex flex-wrap justify-end gap-3">
          {lost ? <Button onClick={onRetry}>Try again</Button> : wayOn(code)}
          <Button look="outline" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function wayOn(code: ApiError['code'] | null): ReactNode {
  if (code === 'not-signed-in')
    return (
      <a
        href={withNext('/login', window.location.pathname + window.location.search)}
        className={buttonClass('primary')}
      >
        Log in
      </a>
    )
  if (code === 'own-password-first')
    return (
      <SiteLink href="/reset-password" className={buttonClass('primary')}>
        Choose my own password
      </SiteLink>
    )
  return null
}

/** The review is a separate step in the address, so that Back leads to the seats and a reload stays. */
export function useReviewStep() {
  const search = useSearch()
  const { pathname } = useLocation()
  const navigate = useNavigate()

  function go(step: 'review' | null) {
    const next = new URLSearchParams(search)
    if (step) next.set('step', step)
    else next.delete('step')
    navigate(next.size > 0 ? `${pathname}?${next}` : pathname, { replace: step === null })
  }

  /** To the top of the ballot: where the review was scrolled to is nowhere there. */
  function leaveReview() {
    go(null)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }

  return { reviewing: search.get('step') === 'review', review: () => go('review'), leaveReview }
}

/** Starts a step at its top, also for screen readers; not on the first load, which starts there anyway. */
function useStepHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { followed } = useLocation()
  useEffect(() => {
    if (!followed) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    // After the surrounding page, which takes the focus on the first step.
    const frame = requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [followed])
  return heading
}

import { useEffect, useRef, useState } from 'react'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { EmptyState } from '#web/components/notice.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import { CandidateRow } from './seat-slots.tsx'
import { groupSeats, choiceAfterTap, type Candidate, type SeatGroup } from './slots.ts'
import { ballotText } from './text.ts'

interface CandidateListProps {
  seats: readonly Seat[]
  candidates: readonly Candidate[]
  /** Without it the list is read-only. */
  choosing?: { choices: Choices; onChoose: (place: number, chosen: string | null) => void }
}

/** All candidates by service, in the order of this ballot. A tap fills the next free seat of the service, another frees it. */
export function CandidateList({ seats, candidates, choosing }: CandidateListProps) {
  return (
    <section aria-labelledby="candidates">
      <h2 id="candidates" className="mb-4 text-3xl">
        {ballotText.candidates}
      </h2>
      {candidates.length === 0 ? (
        <EmptyState title={ballotText.emptyTitle}>{ballotText.empty}</EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-8">
          {groupSeats(seats).map((group) => (
            <ServiceGroup
              key={group.ms}
              group={group}
              seats={seats}
              running={candidates.filter(({ ms }) => ms === group.ms)}
              choosing={choosing}
            />
          ))}
        </div>
      )}
    </section>
  )
}

interface ServiceGroupProps extends Pick<CandidateListProps, 'seats'> {
  group: SeatGroup
  running: readonly Candidate[]
  choosing: CandidateListProps['choosing']
}

function ServiceGroup({ group: { ms, seats: ours }, seats, running, choosing }: ServiceGroupProps) {
  const blank = ours.filter(({ place }) => (choosing?.choices[place] ?? null) === null).length
  return (
    <div role="group" aria-labelledby={`running-${ms}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ServicePill service={ms} />
        <h3 id={`running-${ms}`} className="min-w-0 flex-1 basis-32 text-xl sm:text-2xl">
          {serviceNames[ms]}
        </h3>
        {choosing && running.length > 0 && (
          <p className="flex-none text-muted tabular-nums">{ballotText.left(ours.length, blank)}</p>
        )}
      </div>
      {/* As high with either sentence, so that nothing moves under the finger. */}
      {choosing && running.length > 0 && (
        <p className="mt-1 min-h-[3em] text-muted sm:min-h-0">
          {blank === 0 ? ballotText.full(ours.length) : ballotText.tap}
        </p>
      )}
      {running.length === 0 ? (
        <p className="mt-2 text-muted">{ballotText.none}</p>
      ) : (
        <ul className="card mt-2 grid grid-cols-1 divide-y divide-line overflow-hidden">
          {running.map((candidate) =>
            choosing ? (
              <Choice key={candidate.id} candidate={candidate} seats={seats} full={blank === 0} {...choosing} />
            ) : (
              <CandidateRow key={candidate.id} candidate={candidate} />
            ),
          )}
        </ul>
      )}
    </div>
  )
}

interface ChoiceProps {
  candidate: Candidate
  seats: readonly Seat[]
  choices: Choices
  /** Every seat of the service is taken. */
  full: boolean
  onChoose: (place: number, chosen: string | null) => void
}

function Choice({ candidate, seats, choices, full, onChoose }: ChoiceProps) {
  const place = choices.indexOf(candidate.id)
  const chosen = place >= 0
  const [refusals, setRefusals] = useState(0)
  const message = useRef<HTMLSpanElement>(null)
  // Once a seat is free again, a later refusal is a new one.
  if (refusals > 0 && !full) setRefusals(0)
  useEffect(() => {
    if (refusals > 0) message.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  function press() {
    const next = choiceAfterTap(seats, choices, candidate)
    setRefusals(next ? 0 : refusals + 1)
    if (next) onChoose(next.place, next.chosen)
  }
  return (
    <CandidateRow
      candidate={candidate}
      choice={{
        chosen,
        full,
        act: chosen ? ballotText.undo : ballotText.choose,
        onPress: press,
        ...(chosen && { note: ballotText.chosenFor({ slot: seats[place]?.slot ?? '' }) }),
      }}
    >
      <span ref={message} role="status" className="scroll-mb-28 px-3 font-semibold text-gold-ink not-empty:pb-3">
        {refusals > 0 && full && !chosen && ballotText.full(seats.filter(({ ms }) => ms === candidate.ms).length)}
      </span>
    </CandidateRow>
  )
}

interface ChosenBarProps {
  seats: readonly Seat[]
  choices: Choices
  /** Whose ballot it is: a member reviews their own, an administrator another person's. */
  whose: string
  onReview: () => void
  className?: string
}

/** What is left to choose, and the next step: always visible, within reach of a thumb. */
export function ChosenBar({ seats, choices, whose, onReview, className }: ChosenBarProps) {
  const chosen = choices.filter((one) => one !== null).length
  return (
    <div
      className={classes(
        'no-print sticky bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] shadow-float',
        className,
      )}
    >
      <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <div className="min-w-0 flex-auto sm:flex sm:items-center sm:gap-5">
          <p role="status" className="leading-tight font-semibold tabular-nums">
            {chosen} of {seats.length} <span className="max-sm:sr-only">chosen</span>
          </p>
          <div aria-hidden="true" className="mt-1.5 flex gap-1 sm:mt-0">
            {seats.map(({ slot }, place) => (
              <span
                key={slot}
                className={classes('h-2 max-w-7 flex-1 rounded-full sm:w-7', choices[place] ? 'bg-gold' : 'bg-line')}
              />
            ))}
          </div>
        </div>
        {/* Even large text takes one line on a phone, so that the bar leaves the screen to the candidates. */}
        <Button
          onClick={onReview}
          className="flex-auto leading-tight max-sm:px-[min(1.25rem,3vw)] max-sm:py-1 sm:flex-none"
        >
          Review <span className="max-sm:sr-only">{whose} ballot</span>
        </Button>
      </div>
    </div>
  )
}

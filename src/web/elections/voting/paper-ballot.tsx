import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { classes } from '#web/components/classes.ts'
import { CheckIcon } from '#web/components/icons.tsx'
import { ServicePill, serviceNames } from '#web/components/pill.tsx'
import { rankAndUnit } from '#web/elections/voting/candidate-line.tsx'
import { groupSeats, type Candidate } from '#web/elections/voting/slots.ts'
import { Emblem } from '#web/theme/emblem.tsx'

export interface FilledBallot {
  title: string
  seats: readonly Seat[]
  candidates: readonly Candidate[]
  choices: Choices
}

/** The ballot as it would lie on a table: a mark before each name, and every blank seat said. */
export function PaperBallot({ title, seats, candidates, choices }: FilledBallot) {
  return (
    <section aria-label="Your ballot" className="card p-1.5">
      <div className="rounded-lg border-2 border-navy px-4 py-6 sm:px-8">
        <div className="grid justify-items-center gap-2 text-center">
          <Emblem className="h-14 w-auto" />
          <p className="eyebrow text-gold-ink">Ballot</p>
          <p className="display text-3xl">{title}</p>
        </div>
        <div className="mt-6 grid grid-cols-1 gap-6">
          {groupSeats(seats).map(({ ms, seats: lines }) => (
            <div key={ms}>
              <h2 className="flex items-center gap-3 border-b-2 border-navy pb-2 text-xl">
                <ServicePill service={ms} />
                {serviceNames[ms]}
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
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 sm:gap-x-4 border-b border-line py-2.5 last:border-0">
      <span
        aria-hidden="true"
        className={classes(
          'grid size-8 flex-none place-items-center rounded border-2',
          chosen ? 'border-navy text-navy' : 'border-dashed border-gold',
        )}
      >
        {chosen && <CheckIcon className="size-6" />}
      </span>
      <span className="display min-w-12 flex-none text-lg tracking-wider text-muted">{slot}</span>
      {chosen ? (
        <span className="beside">
          <span className="block text-lg leading-snug font-semibold">{chosen.fullName}</span>
          <span className="block leading-snug text-muted">{rankAndUnit(chosen)}</span>
        </span>
      ) : (
        <span className="font-semibold text-gold-ink">Left blank</span>
      )}
    </li>
  )
}

import type { ReactNode } from 'react'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { ServicePill, serviceNames } from '#web/components/pill.tsx'
import { groupSeats, type SeatGroup } from '#web/elections/voting/slots.ts'

interface SeatGroupsProps {
  seats: readonly Seat[]
  choices: Choices
  /** What stands on the right of a service's heading. */
  tell: (group: SeatGroup, blank: number) => string
  renderSlot: (place: number, slot: string) => ReactNode
}

/** The seats of the ballot, by service. */
export function SeatGroups({ seats, choices, tell, renderSlot }: SeatGroupsProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {groupSeats(seats).map((group) => {
        const blank = group.seats.filter(({ place }) => (choices[place] ?? null) === null).length
        return (
          <section key={group.ms} aria-labelledby={`seats-${group.ms}`}>
            <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
              <ServicePill service={group.ms} />
              <h2 id={`seats-${group.ms}`} className="min-w-0 flex-[1_1_9rem] text-xl sm:text-2xl">
                {serviceNames[group.ms]}
              </h2>
              <p className="ml-auto text-right text-muted">{tell(group, blank)}</p>
            </div>
            <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              {group.seats.map(({ slot, place }) => renderSlot(place, slot))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

import { listFormat } from '#shared/elections/results/results.ts'
import { showCount } from '#shared/figures.ts'
import { serviceNames } from '#shared/members/enums.ts'
import type { Seat } from './ballot.ts'

/** What a voter reads for `PA 1`: `Army, seat 1 of 4`. A seat with a name of its own keeps it. */
export function seatName({ slot, ms }: Seat, seats: readonly Seat[]): string {
  if (slot.replace(/ \d+$/, '') !== ms) return slot
  const own = seats.filter((seat) => seat.ms === ms)
  if (own.length === 1) return serviceNames[ms]
  return `${serviceNames[ms]}, seat ${own.findIndex((seat) => seat.slot === slot) + 1} of ${own.length}`
}

/** `Members elect 6 trustees to the Board of Trustees (BOT): 4 for the Army and 1 each for the Navy and Air Force.` */
export function trusteesText(seats: readonly Seat[]): string {
  const inService = Map.groupBy(seats, ({ ms }) => ms)
  const sameNumber = Map.groupBy(inService.keys(), (ms) => inService.get(ms)?.length ?? 0)
  const parts = [...sameNumber].map(
    ([count, own]) =>
      `${count} ${own.length > 1 ? 'each ' : ''}for the ${listFormat.format(own.map((ms) => serviceNames[ms]))}`,
  )
  return `Members elect ${showCount(seats.length, 'trustee')} to the Board of Trustees (BOT): ${parts.join(' and ')}.`
}

/** The seats by the names voters read. */
export const namedSeats = (seats: readonly Seat[]): Seat[] =>
  seats.map((seat) => ({ ...seat, slot: seatName(seat, seats) }))

import { showCount } from '#shared/figures.ts'
import { serviceNames, services, type Service } from '#shared/members/enums.ts'
import type { Seat } from './ballot.ts'

/** What a voter reads for `PA 1`: `Army, seat 1 of 4`. A seat with a name of its own keeps it. */
export function seatName({ slot, ms }: Seat, seats: readonly Seat[]): string {
  if (slot.replace(/ \d+$/, '') !== ms) return slot
  const own = seats.filter((seat) => seat.ms === ms)
  if (own.length === 1) return serviceNames[ms]
  return `${serviceNames[ms]}, seat ${own.findIndex((seat) => seat.slot === slot) + 1} of ${own.length}`
}

/** `Members elect 5 trustees to the Board of Trustees (BOT): 4 for the Army, 1 for the Navy.` */
export function trusteesText(seats: readonly Seat[]): string {
  const countOf = (service: Service) => seats.filter(({ ms }) => ms === service).length
  const parts = services.filter(countOf).map((service) => `${countOf(service)} for the ${serviceNames[service]}`)
  return `Members elect ${showCount(seats.length, 'trustee')} to the Board of Trustees (BOT): ${parts.join(', ')}.`
}

/** The seats by the names voters read. */
export const namedSeats = (seats: readonly Seat[]): Seat[] =>
  seats.map((seat) => ({ ...seat, slot: seatName(seat, seats) }))

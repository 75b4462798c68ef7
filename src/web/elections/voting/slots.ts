import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import type { Service } from '#shared/members/enums.ts'

/** Somebody one can vote for, as far as the ballot shows them. */
export interface Candidate {
  id: string
  name: string
  rank: string
  unit: string
  ms: Service
  hasPhoto: boolean
  hasDocument: boolean
}

export interface SeatGroup {
  ms: Service
  /** `place` is the seat's place on the whole ballot. */
  seats: { slot: string; place: number }[]
}

/** The seats of each service together, in the order of the ballot. */
export function groupSeats(seats: readonly Seat[]): SeatGroup[] {
  const groups = new Map<Service, SeatGroup>()
  for (const [place, { slot, ms }] of seats.entries()) {
    const group = groups.get(ms) ?? { ms, seats: [] }
    group.seats.push({ slot, place })
    groups.set(ms, group)
  }
  return [...groups.values()]
}

/** Nobody is favoured by place: people stand by name. */
export const byName = <Person extends Candidate>(candidates: readonly Person[]): Person[] =>
  candidates.toSorted((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1))

/** Whom a seat offers: its service's candidates, without those who have another seat of this ballot. */
export function offeredAt(
  place: number,
  seats: readonly Seat[],
  candidates: readonly Candidate[],
  choices: Choices,
): Candidate[] {
  const elsewhere = new Set(choices.filter((chosen, other) => chosen !== null && other !== place))
  return byName(candidates.filter(({ id, ms }) => ms === seats[place]?.ms && !elsewhere.has(id)))
}

export const choicesWith = (choices: Choices, place: number, chosen: string | null): Choices =>
  choices.map((before, other) => (other === place ? chosen : before))

/** The names of the seats that are still blank. */
export const blankSlots = (seats: readonly Seat[], choices: Choices): string[] =>
  seats.filter((_seat, place) => (choices[place] ?? null) === null).map(({ slot }) => slot)

/** `PN`, `PN and TAS`, `PA 4, PN and TAS`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven']
export const inWords = (count: number): string => numberWords[count] ?? `${count}`

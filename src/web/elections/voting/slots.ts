import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { serviceNames, type Service } from '#shared/members/enums.ts'

/** A candidate as the ballot shows them. */
export interface Candidate {
  id: string
  name: string
  /** With the middle name. */
  fullName: string
  /** The ID number if another candidate has the same name; else empty. */
  tellingNumber: string
  rank: string
  unit: string
  ms: Service
  hasPhoto: boolean
  hasDocument: boolean
}

export interface SeatGroup {
  ms: Service
  /** `place` is the seat's position on the whole ballot. */
  seats: { slot: string; place: number }[]
}

/** The seats of each service together, in ballot order. */
export function groupSeats(seats: readonly Seat[]): SeatGroup[] {
  const groups = new Map<Service, SeatGroup>()
  for (const [place, { slot, ms }] of seats.entries()) {
    const group = groups.get(ms) ?? { ms, seats: [] }
    group.seats.push({ slot, place })
    groups.set(ms, group)
  }
  return [...groups.values()]
}

/** The candidates for a seat: its service's in order, without those who have another seat on this ballot. */
export function candidatesForSeat(
  place: number,
  seats: readonly Seat[],
  candidates: readonly Candidate[],
  choices: Choices,
): Candidate[] {
  const elsewhere = new Set(choices.filter((chosen, other) => chosen !== null && other !== place))
  return candidates.filter(({ id, ms }) => ms === seats[place]?.ms && !elsewhere.has(id))
}

export const choicesWith = (choices: Choices, place: number, chosen: string | null): Choices =>
  choices.map((before, other) => (other === place ? chosen : before))

/**
 * What a tap on a candidate's name does: takes them out of their seat, or puts them into the first free one of their service.
 * Null if every seat of the service is taken.
 */
export function choiceAfterTap(
  seats: readonly Seat[],
  choices: Choices,
  { id, ms }: Pick<Candidate, 'id' | 'ms'>,
): { place: number; chosen: string | null } | null {
  const held = choices.indexOf(id)
  if (held >= 0) return { place: held, chosen: null }
  const place = seats.findIndex((seat, at) => seat.ms === ms && (choices[at] ?? null) === null)
  return place < 0 ? null : { place, chosen: id }
}

/** What is still blank: `2 of 4 Army seats`, `Navy`. */
export const blankSeats = (seats: readonly Seat[], choices: Choices): string[] =>
  groupSeats(seats).flatMap(({ ms, seats: own }) => {
    const blank = own.filter(({ place }) => (choices[place] ?? null) === null)
    if (blank.length < 2) return blank.map(({ slot }) => slot)
    return `${blank.length === own.length ? `all ${own.length}` : `${blank.length} of ${own.length}`} ${serviceNames[ms]} seats`
  })

/** `Navy`, `Navy and Air Force`, `all 4 Army seats, Navy and Air Force`. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven']
export const inWords = (count: number): string => numberWords[count] ?? `${count}`

import { byteOrderMark, csvLine, plainCell } from '#shared/csv.ts'
import { saltsKeptMs } from '#shared/elections/roll/roll.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'

interface Ended {
  certifiedAt: Instant | null
  cancelledAt: Instant | null
}

/**
 * When the roll's salts are deleted there is nothing left to observe. Null while the date is unknown: not certified or cancelled
 * yet.
 */
export function observingEnds({ certifiedAt, cancelledAt }: Ended): Instant | null {
  const ended = certifiedAt ?? cancelledAt
  return ended === null ? null : ended + saltsKeptMs
}

export function observingIsOver(election: Ended, now: Instant): boolean {
  const ends = observingEnds(election)
  return ends !== null && ends <= now
}

/** A line of the roll with its unpublished part. */
export interface NamedRollLine {
  line: string
  /** Both null once the salts are deleted, and for deleted members. */
  salt: string | null
  serial: string | null
  name: string
  region: RollRegion
  voted: boolean
  /** Null until voting is over. */
  byProxy: boolean | null
  /** The numbers of the corrections that added and struck it. */
  added: number | null
  struck: number | null
}

const yesNo = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no')

export const rollFileHeading =
  byteOrderMark + csvLine(['line', 'salt', 'serial', 'name', 'region', 'voted', 'proxy', 'added', 'struck'])

export const rollFileLine = (row: NamedRollLine): string =>
  csvLine([
    row.line,
    row.salt,
    row.serial,
    row.name,
    row.region,
    yesNo(row.voted),
    yesNo(row.byProxy),
    row.added,
    row.struck,
  ])

/** Somebody recorded as having voted, with what is needed to call them. */
export interface Callee {
  line: string
  serial: string
  name: string
  region: string
}

/** Those in the file who may vote and are recorded as having voted. */
export function votersIn(file: string): Callee[] {
  return rowsOf(file)
    .filter(([, , , , , voted, , , struck]) => voted === 'yes' && !struck)
    .map(([line = '', , serial = '', name = '', region = '']) => ({ line, serial, name, region }))
}

const cell = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/y

function rowsOf(file: string): string[][] {
  const rows: string[][] = [[]]
  cell.lastIndex = 0
  while (cell.lastIndex < file.length) {
    const [, quoted, plain = '', end] = cell.exec(file) ?? []
    if (end === undefined) break
    rows.at(-1)?.push(plainCell(quoted === undefined ? plain : quoted.replaceAll('""', '"')))
    if (end !== ',') rows.push([])
  }
  return rows
}

/** If one vote in a hundred was cast by somebody else, this many calls find it out with 95 % probability. */
export const sampleSize = 300

/** The probability that these calls reach a voter whose vote somebody else cast. */
export const chanceOfFinding = (calls: number, stuffedShare: number): number => 1 - (1 - stuffedShare) ** calls

/** A uniformly distributed integer from 0 to below `end`. */
type RandomBelow = (end: number) => number

/** A uniform random sample, in the order of drawing. */
export function drawSample<Line>(lines: readonly Line[], size: number, randomBelow: RandomBelow): Line[] {
  const people = [...lines]
  const drawn = Math.min(size, people.length)
  for (let place = 0; place < drawn; place++) {
    const other = place + randomBelow(people.length - place)
    const taken = people[other] as Line
    people[other] = people[place] as Line
    people[place] = taken
  }
  return people.slice(0, drawn)
}

/** From a source of random 32-bit words. Words that would favour small numbers are drawn again. */
export function randomBelowFrom(word: () => number): RandomBelow {
  return (end) => {
    const fair = Math.floor(2 ** 32 / end) * end
    let drawn = word()
    while (drawn >= fair) drawn = word()
    return drawn % end
  }
}

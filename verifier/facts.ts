import { createSha256 } from '#platform'
import { toBytes, toHex } from './bytes.ts'
import type { Leaf, Participant, RollLine } from './check.ts'
import { participationLabel, Tree } from './hashes.ts'
import { printable } from './problems.ts'
import { canonicalJson } from './read-signed.ts'
import {
  isTime,
  type Certificate,
  type Correction,
  type Freeze,
  type Head,
  type Nominee,
  type Seat,
  type Signed,
} from './statements.ts'

/** What was read so far, counted together: what several checks compare with something. */
export class Facts {
  readonly freeze: Signed<Freeze>
  readonly corrections: Signed<Correction>[] = []
  readonly #recordNumbers = new Map<string, number>()
  /** By the freeze record and after each correction. */
  readonly #hours: Hours[] = []
  /** After all corrections, once they are read. */
  readonly record: RecordInForce
  /** Only what is asked for again: there can be many heads. */
  readonly heads: { hash: string; size: number; root: string }[] = []
  lastHead: Signed<Head> | null = null
  /** Sizes of heads that were collected, for which the root is wanted too. */
  readonly collectedSizes: number[] = []
  tree = new Tree()
  readonly leavesByService = new Map<string, number>()
  readonly votes = new Map<string, number>()
  readonly roll = new Roll()
  readonly participation = new Participation()
  certificate: Signed<Certificate> | null = null

  constructor(freeze: Signed<Freeze>, record: RecordInForce) {
    this.freeze = freeze
    this.record = record
    const { votingOpens = '', votingCloses = '' } = freeze.statement.times
    this.#hours.push({ votingOpens, votingCloses })
    for (const { service } of record.seats) this.leavesByService.set(service, 0)
    for (const id of record.nominees.keys()) this.votes.set(id, 0)
  }

  addCorrection(correction: Signed<Correction>): void {
    this.corrections.push(correction)
    this.#recordNumbers.set(correction.hash, this.corrections.length)
    const before = this.#hours.at(-1)
    if (before) this.#hours.push(hoursAfter(before, correction.statement))
  }

  /** Of a record that is named by its hash: 0 for the freeze record, else that of the correction; null if there is none. */
  recordNumber(hash: string | null): number | null {
    return hash === this.freeze.hash ? 0 : (this.#recordNumbers.get(hash ?? '') ?? null)
  }

  /** When voting opened and closed by the record that is named; null if there is none. */
  hoursBy(hash: string | null): Hours | null {
    return this.#hours[this.recordNumber(hash) ?? -1] ?? null
  }

  /** In milliseconds; not a number for one that is not there. */
  recordMadeAt(number: number): number {
    const { freeze, corrections } = this
    return Date.parse(number === 0 ? freeze.statement.frozenAt : (corrections[number - 1]?.statement.at ?? ''))
  }

  get seatsByService(): Map<string, number> {
    return countBy(this.record.seats.map(({ service }) => service))
  }

  addHead(head: Signed<Head>): void {
    this.heads.push({ hash: head.hash, size: head.statement.size, root: head.statement.root })
    this.lastHead = head
  }

  /** From here on leaves come. */
  plantTree(): void {
    this.tree = new Tree([...this.heads.map(({ size }) => size), ...this.collectedSizes])
  }

  addLeaf({ service, nominee, commitment }: Leaf): void {
    this.tree.add(commitment)
    // Unknown services and nominees are counted by nobody, so that no file can make these maps grow.
    const leaves = this.leavesByService.get(service)
    if (leaves !== undefined) this.leavesByService.set(service, leaves + 1)
    const votes = nominee === null ? undefined : this.votes.get(nominee)
    if (nominee !== null && votes !== undefined) this.votes.set(nominee, votes + 1)
  }
}

/** Of the roll: the tree of the lines that were frozen, how many there are, and the lines in force. */
class Roll {
  readonly frozen = new Tree()
  readonly frozenByRegion = new Map<string, number>()
  readonly byRegion = new Map<string, number>()
  /** The lines in force, and for each the number of its region. */
  #lines = new Uint8Array(32 * 1024)
  #regions = new Uint32Array(1024)
  #count = 0
  readonly #regionNumbers = new Map<string, number>()
  readonly #knownRegions: { name: string; bytes: Uint8Array }[] = []

  get size(): number {
    return this.#count
  }

  add({ line, region, added, struck }: RollLine): void {
    const number = this.#numberOf(region)
    if (added === null) {
      const regionBytes = this.#knownRegions[number]?.bytes ?? new Uint8Array(0)
      const data = new Uint8Array(32 + regionBytes.length)
      data.set(line)
      data.set(regionBytes, 32)
      this.frozen.add(data)
      increase(this.frozenByRegion, region)
    }
    if (struck !== null) return
    increase(this.byRegion, region)
    if (this.#count === this.#regions.length) {
      this.#lines = grow(this.#lines, new Uint8Array(2 * this.#lines.length))
      this.#regions = grow(this.#regions, new Uint32Array(2 * this.#count))
    }
    this.#lines.set(line, 32 * this.#count)
    this.#regions[this.#count++] = number
  }

  /** The line in force at a place, from 0, and its region. */
  at(place: number): { line: Uint8Array; region: string } | null {
    if (place >= this.#count) return null
    const region = this.#knownRegions[this.#regions[place] ?? 0]?.name ?? ''
    return { line: this.#lines.subarray(32 * place, 32 * place + 32), region }
  }

  #numberOf(region: string): number {
    const known = this.#regionNumbers.get(region)
    if (known !== undefined) return known
    this.#regionNumbers.set(region, this.#knownRegions.length)
    return this.#knownRegions.push({ name: region, bytes: toBytes(region) }) - 1
  }
}

class Participation {
  lines = 0
  voted = 0
  proxies = 0
  readonly castByRegion = new Map<string, number>()
  readonly #hash = createSha256()
  #digest: string | null = null

  constructor() {
    this.#hash.update(participationLabel)
  }

  add({ region, voted, proxy }: Participant): void {
    this.lines++
    if (proxy) this.proxies++
    if (!voted) return
    this.voted++
    increase(this.castByRegion, region)
  }

  /** The bytes of the file, whatever they say. */
  hashMore(chunk: Uint8Array): void {
    this.#hash.update(chunk)
  }

  /** Of the whole file. */
  hash(): string {
    this.#digest ??= toHex(this.#hash.digest())
    return this.#digest
  }
}

function grow<Values extends { set: (values: Values) => void }>(values: Values, larger: Values): Values {
  larger.set(values)
  return larger
}

const increase = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

function countBy(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) increase(counts, key)
  return counts
}

/** The freeze record with the corrections made to it so far. */
interface RecordInForce {
  title: string
  readonly seats: readonly Seat[]
  readonly times: Map<string, string>
  readonly rules: Map<string, unknown>
  readonly nominees: Map<string, Nominee>
}

export const recordOfFreeze = ({ title, seats, times, rules, nominees }: Freeze): RecordInForce => ({
  title,
  seats,
  times: new Map(Object.entries(times)),
  rules: new Map(Object.entries(rules)),
  nominees: new Map(nominees.map((nominee) => [nominee.id, { ...nominee }])),
})

export interface Hours {
  readonly votingOpens: string
  readonly votingCloses: string
}

/** The hours of voting after a correction. */
function hoursAfter({ votingOpens, votingCloses }: Hours, { changes }: Correction): Hours {
  const latest = (name: string, was: string) =>
    changes.reduce((time, { field, after }) => (field === `times.${name}` && isTime(after) ? after : time), was)
  return { votingOpens: latest('votingOpens', votingOpens), votingCloses: latest('votingCloses', votingCloses) }
}

/** Makes a correction's changes; returns what is wrong with them. */
export const correct = (record: RecordInForce, { changes }: Correction): string[] =>
  changes.flatMap((change) => makeChange(record, change) ?? [])

function makeChange(record: RecordInForce, { field, before, after }: Correction['changes'][number]): string | null {
  const place = placeOf(record, field)
  if (!place) return `"${printable(field)}" is nothing that can be corrected`
  const was = place.value()
  if (!place.takes(after)) return `"${printable(field)}" cannot become ${printable(after)}`
  place.set(after)
  return canonicalJson(was) === canonicalJson(before)
    ? null
    : `"${printable(field)}" was ${printable(was)} until then, not ${printable(before)}`
}

interface Place {
  value: () => unknown
  takes: (after: unknown) => boolean
  set: (after: unknown) => void
}

const isText = (value: unknown): value is string => typeof value === 'string'

function placeOf(record: RecordInForce, field: string): Place | null {
  const [first = '', second = '', third = ''] = field.split('.')
  if (field === 'title')
    return { value: () => record.title, takes: isText, set: (after) => (record.title = String(after)) }
  if (field === `times.${second}` && record.times.has(second))
    return {
      value: () => record.times.get(second),
      takes: isTime,
      set: (after) => record.times.set(second, String(after)),
    }
  if (field === `rules.${second}` && record.rules.has(second)) {
    const was = record.rules.get(second)
    const takes = (after: unknown) => typeof after === typeof was
    return { value: () => was, takes, set: (after) => record.rules.set(second, after) }
  }
  const nominee = record.nominees.get(second)
  if (first !== 'nominees' || field !== `nominees.${second}.${third}` || !nominee) return null
  if (third !== 'name' && third !== 'rank' && third !== 'region') return null
  return { value: () => nominee[third], takes: isText, set: (after) => (nominee[third] = String(after)) }
}

import { toHex } from './bytes.ts'
import type { Leaf, Participant, RollLine } from './check.ts'
import { hoursAfter, type Hours, type RecordInForce } from './record-in-force.ts'
import { Sha256 } from './sha256.ts'
import { participationLabel } from './hashes.ts'
import type { Certificate, Correction, Freeze, Head, Signed } from './statements.ts'
import { Tree } from './tree.ts'

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
  readonly #regionNames: string[] = []

  get size(): number {
    return this.#count
  }

  add({ line, region, added, struck }: RollLine, regionBytes: Uint8Array): void {
    if (added === null) {
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
    this.#regions[this.#count++] = this.#numberOf(region)
  }

  /** The line in force at a place, from 0, and its region. */
  at(place: number): { line: Uint8Array; region: string } | null {
    if (place >= this.#count) return null
    const region = this.#regionNames[this.#regions[place] ?? 0] ?? ''
    return { line: this.#lines.subarray(32 * place, 32 * place + 32), region }
  }

  #numberOf(region: string): number {
    const known = this.#regionNumbers.get(region)
    if (known !== undefined) return known
    this.#regionNumbers.set(region, this.#regionNames.length)
    return this.#regionNames.push(region) - 1
  }
}

class Participation {
  lines = 0
  voted = 0
  proxies = 0
  readonly castByRegion = new Map<string, number>()
  readonly #hash = new Sha256().update(participationLabel)
  #digest: string | null = null

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

export function countBy(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) increase(counts, key)
  return counts
}

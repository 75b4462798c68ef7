import { createSha256 } from '#platform'
import { toBytes, toHex } from './bytes.ts'
import type { Leaf, Participant, RollLine } from './check.ts'
import { participationLabel, Tree } from './hashes.ts'
import {
  isTime,
  type Certificate,
  type Decision,
  type Freeze,
  type Head,
  type Link,
  type Nominee,
  type Rollback,
  type Seat,
  type Signed,
} from './statements.ts'

/** What was read and counted so far, for the checks to compare with. */
export class Facts {
  readonly freeze: Signed<Freeze>
  /** Corrections and rollbacks: the links of the chain that begins with the freeze record. */
  readonly chain: Signed<Link>[] = []
  readonly #recordNumbers = new Map<string, number>()
  /** By the freeze record, and after each link. */
  readonly #hours: Hours[] = []
  /** After the links read so far. */
  readonly record: RecordInForce
  /** Only what is needed later, because there can be many heads. */
  readonly heads: { hash: string; size: number; root: string }[] = []
  #headNumbers: Map<string, number> | null = null
  lastHead: Signed<Head> | null = null
  /** The sizes of collected heads, whose roots are needed too. */
  readonly collectedSizes: number[] = []
  tree = new Tree()
  readonly leavesByService = new Map<string, number>()
  readonly votes = new Map<string, number>()
  readonly roll = new Roll()
  readonly participation = new Participation()
  readonly decisions: Signed<Decision>[] = []
  certificate: Signed<Certificate> | null = null
  /** The names of the witnesses by key. */
  readonly witnesses: Map<string, string>

  constructor(freeze: Signed<Freeze>) {
    this.freeze = freeze
    const { title, seats, times, nominees, witnesses } = freeze.statement
    this.record = {
      title,
      seats,
      times: new Map(Object.entries(times)),
      nominees: new Map(nominees.map((nominee) => [nominee.id, nominee])),
    }
    this.witnesses = new Map(witnesses.map(({ name, key }) => [key, name]))
    this.#hours.push(this.hours)
    for (const { service } of seats) this.leavesByService.set(service, 0)
    for (const { id } of nominees) this.votes.set(id, 0)
  }

  addLink(link: Signed<Link>): void {
    this.chain.push(link)
    this.#recordNumbers.set(link.hash, this.chain.length)
    if (link.statement.type === 'correction/1')
      for (const { field, after } of link.statement.changes) {
        const time = timeOfField(field)
        if (this.record.times.has(time) && isTime(after)) this.record.times.set(time, after)
      }
    this.#hours.push(this.hours)
  }

  /** The number of the record with this hash: 0 for the freeze record, otherwise the link's; null if there is none. */
  recordNumber(hash: string | null): number | null {
    return hash === this.freeze.hash ? 0 : (this.#recordNumbers.get(hash ?? '') ?? null)
  }

  /** The voting hours after the links read so far. */
  get hours(): Hours {
    const { times } = this.record
    return { votingOpens: times.get('votingOpens') ?? '', votingCloses: times.get('votingCloses') ?? '' }
  }

  /** The voting hours according to the record with this hash; null if there is none. */
  hoursBy(hash: string | null): Hours | null {
    return this.#hours[this.recordNumber(hash) ?? -1] ?? null
  }

  /** In milliseconds; `NaN` if there is no such record. */
  recordMadeAt(number: number): number {
    const { freeze, chain } = this
    return Date.parse(number === 0 ? freeze.statement.frozenAt : (chain[number - 1]?.statement.at ?? ''))
  }

  get rollbacks(): Rollback[] {
    return this.chain.flatMap(({ statement }) => (statement.type === 'rollback/1' ? statement : []))
  }

  /** The number of the head with this hash, once all heads are read; null if there is none. */
  headNumber(hash: string): number | null {
    this.#headNumbers ??= new Map(this.heads.map((head, number) => [head.hash, number]))
    return this.#headNumbers.get(hash) ?? null
  }

  get seatsByService(): Map<string, number> {
    return countBy(this.record.seats.map(({ service }) => service))
  }

  addHead(head: Signed<Head>): void {
    this.heads.push({ hash: head.hash, size: head.statement.size, root: head.statement.root })
    this.lastHead = head
  }

  /** Call it before the first leaf. */
  startTree(): void {
    this.tree = new Tree([...this.heads.map(({ size }) => size), ...this.collectedSizes])
  }

  addLeaf({ service, nominee, commitment }: Leaf): void {
    this.tree.add(commitment)
    // Unknown services and nominees are not counted, so that no file can make these maps grow.
    const leaves = this.leavesByService.get(service)
    if (leaves !== undefined) this.leavesByService.set(service, leaves + 1)
    const votes = nominee === null ? undefined : this.votes.get(nominee)
    if (nominee !== null && votes !== undefined) this.votes.set(nominee, votes + 1)
  }
}

/** The roll: the tree of the frozen lines, their number, and the lines that are in force now. */
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
  helped = 0
  readonly castByRegion = new Map<string, number>()
  readonly #hash = createSha256()
  #digest: string | null = null

  constructor() {
    this.#hash.update(participationLabel)
  }

  add({ region, voted, proxy, helped }: Participant): void {
    this.lines++
    if (proxy) this.proxies++
    if (helped) this.helped++
    if (!voted) return
    this.voted++
    increase(this.castByRegion, region)
  }

  /** Takes the raw bytes of the file. */
  hashMore(chunk: Uint8Array): void {
    this.#hash.update(chunk)
  }

  /** The hash of the whole file. */
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

/** The freeze record with its corrections so far: only times can be corrected. */
interface RecordInForce {
  readonly title: string
  readonly seats: readonly Seat[]
  readonly times: Map<string, string>
  readonly nominees: ReadonlyMap<string, Nominee>
}

export interface Hours {
  readonly votingOpens: string
  readonly votingCloses: string
}

/** Which time a correction changes; empty for anything else. */
export const timeOfField = (field: string): string => /^times\.(\w+)$/.exec(field)?.[1] ?? ''

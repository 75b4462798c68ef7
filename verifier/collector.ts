import { signaturesOf, type VerifySignature } from '#platform'
import { eachLine, fromHex, toText } from './bytes.ts'
import type { Watcher } from './check.ts'
import { Facts, recordOfFreeze } from './facts.ts'
import { Unreadable, Unusable } from './problems.ts'
import { readSigned, type Warnings } from './read-signed.ts'
import { freezeShape, headShape, type Freeze, type Head, type Signed } from './statements.ts'
import { allChecks } from './verify-package.ts'

/** What an observer keeps, line by line, and where it comes from. */
export interface Feed {
  /** The signed freeze record. */
  freeze: () => AsyncIterable<Uint8Array>
  /** The signed heads from a number on. */
  heads: (from: number) => AsyncIterable<Uint8Array>
}

export interface Keeper {
  /** What was kept before. */
  kept: () => AsyncIterable<Uint8Array>
  /** Keeps a line for good, before the next is asked for. */
  keep: (line: string) => Promise<void>
}

/** The site contradicts what it said before. What shows it was kept, if it bears the site's own signature. */
export class Rewritten extends Error {}

/** Of the checks of a package, those that can be made while the heads come. */
const watchedChecks = ['same-election', 'head-signatures', 'head-chain', 'heads-only-grow', 'closed']
const longestLine = 8 * 1024 * 1024

/** Collects the heads of one election, and compares each with all that was collected before. */
export class Collector {
  readonly #feed: Feed
  readonly #keeper: Keeper
  #freeze: Signed<Freeze> | null = null
  #verify: VerifySignature = () => false
  #facts: Facts | null = null
  #last: Signed<Head> | null = null
  #problem: string | null = null
  readonly #watchers: Watcher[] = allChecks
    .filter(({ name }) => watchedChecks.includes(name))
    .map(({ watch }) => watch({ fail: (what) => void (this.#problem ??= what), note: () => undefined }, {}))

  constructor(feed: Feed, keeper: Keeper) {
    this.#feed = feed
    this.#keeper = keeper
  }

  get collected(): number {
    return this.#last ? this.#last.statement.number + 1 : 0
  }

  get isClosed(): boolean {
    return this.#last?.statement.closed ?? false
  }

  /** Reads what was collected earlier. */
  async load(): Promise<void> {
    try {
      await readLines(this.#keeper.kept(), async (line, number) => {
        if (number === 1) await this.#takeFreeze(line, 'line 1 of the file')
        else await this.#takeHead(line, `line ${number} of the file`)
      })
    } catch (error) {
      if (!(error instanceof Rewritten || error instanceof Unreadable)) throw error
      throw new Unusable(
        `The file holds something that does not belong to it: ${error.message}. Please use another file.`,
      )
    }
  }

  /** Takes the heads that are new. Returns how many there were. */
  async collect(): Promise<number> {
    await this.#compareFreeze()
    const before = this.collected
    for (let had = -1; had !== this.collected;) {
      had = this.collected
      const from = this.#last?.statement.number ?? 0
      let isFirst = true
      await readLines(this.#feed.heads(from), async (line) => {
        const isKnown = isFirst && this.#last !== null
        isFirst = false
        if (isKnown) await this.#compareWithLast(line)
        else await this.#takeHead(line, 'a head of the site', () => this.#keeper.keep(line))
      })
      if (isFirst && this.#last) throw new Rewritten(`the site no longer shows head ${from}`)
    }
    return this.collected - before
  }

  async #compareFreeze(): Promise<void> {
    let seen = false
    await readLines(this.#feed.freeze(), async (line) => {
      if (seen) throw new Rewritten('the site sends more than one freeze record')
      seen = true
      const before = this.#freeze?.hash
      const shownNow = await this.#takeFreeze(line, 'the freeze record of the site')
      if (before === shownNow.hash) return
      await this.#keeper.keep(line)
      if (before !== undefined) throw new Rewritten('the site shows another freeze record than before')
    })
    if (!seen) throw new Unreadable('the site sends no freeze record')
  }

  async #takeFreeze(line: string, where: string): Promise<Signed<Freeze>> {
    const verifierOf = async ({ key }: Freeze) => {
      if (!this.#freeze) this.#verify = await signaturesOf(fromHex(key))
      return this.#verify
    }
    const freeze = await readSigned(line, where, freezeShape, verifierOf, refuse)
    if (!freeze.signatureHolds) throw new Rewritten(`${where} is not signed with its key`)
    if (this.#freeze) return freeze
    this.#freeze = freeze
    this.#facts = new Facts(freeze, recordOfFreeze(freeze.statement))
    for (const watcher of this.#watchers) watcher.freeze?.(freeze)
    return freeze
  }

  /** `keep` is called for whatever bears the site's signature, also if it contradicts what came before: then it is evidence. */
  async #takeHead(line: string, where: string, keep: () => Promise<void> = async () => undefined): Promise<void> {
    const head = await this.#readHead(line, where)
    if (head.signatureHolds) await keep()
    if (this.#facts) for (const watcher of this.#watchers) watcher.head?.(head, this.#facts)
    if (this.#problem) throw new Rewritten(this.#problem)
    this.#last = head
  }

  async #compareWithLast(line: string): Promise<void> {
    const head = await this.#readHead(line, 'a head of the site')
    if (head.hash === this.#last?.hash) return
    if (head.signatureHolds) await this.#keeper.keep(line)
    throw new Rewritten(
      `the site shows another head ${this.#last?.statement.number} than before (its number is now ${head.statement.number})`,
    )
  }

  #readHead(line: string, where: string): Promise<Signed<Head>> {
    return readSigned(line, where, headShape, () => this.#verify, refuse)
  }
}

const refuse: Warnings = {
  misshapen: (what) => {
    throw new Unreadable(what)
  },
  notCanonical: (where) => {
    throw new Unreadable(`${where} is not canonical JSON`)
  },
}

async function readLines(
  chunks: AsyncIterable<Uint8Array>,
  onLine: (line: string, number: number) => Promise<void>,
): Promise<void> {
  const tooLong = (): never => {
    throw new Unreadable('a line is too long')
  }
  let last = 0
  const rest = await eachLine(chunks, longestLine, tooLong, (line, number) => {
    last = number
    return onLine(decoded(line), number)
  })
  // An answer that was cut off ends in half a line, which cannot be read, and comes whole next time.
  if (rest.length > 0) await onLine(decoded(rest), last + 1)
}

const decoded = (line: Uint8Array): string => toText(line, () => new Unreadable('a line is not text'))

import { signaturesOf, type VerifySignature } from '#platform'
import { eachLine, fromHex, toText } from './bytes.ts'
import type { Collected } from './check.ts'
import { growthProblems } from './checks/heads.ts'
import { isConsistent } from './hashes.ts'
import { printable, UnreadablePackage, UnusableInput } from './problems.ts'
import { readSigned, type Warnings } from './read-signed.ts'
import { collectedShape, linkShape, type Freeze, type Head, type Rollback, type Signed } from './statements.ts'

/** The source of the lines that an observer collects. */
export interface Feed {
  /** The signed freeze record. */
  freeze: () => AsyncIterable<Uint8Array>
  /** The signed corrections and rollbacks. */
  corrections: () => AsyncIterable<Uint8Array>
  /** The signed heads from a number on. */
  heads: (from: number) => AsyncIterable<Uint8Array>
  /** The proof that a tree of one size begins with that of a smaller one, in hexadecimal digits. */
  consistency: (from: number, to: number) => Promise<string[]>
}

export interface LineStore {
  /** What was stored before. */
  stored: () => AsyncIterable<Uint8Array>
  /** Stores a line permanently, before the next is requested. */
  append: (line: string) => Promise<void>
}

/** The site contradicts what it said before. The lines show it: what was known, and what is shown now. */
export class HistoryRewritten extends Error {
  readonly lines: readonly string[]

  constructor(what: string, lines: readonly (string | undefined)[]) {
    super(what)
    this.lines = lines.filter((line) => line !== undefined)
  }
}

interface Line<Statement> extends Signed<Statement> {
  readonly line: string
}

const longestLine = 8 * 1024 * 1024

/** Collects the heads of one election, and compares each with all that was collected before. */
export class Collector {
  readonly #feed: Feed
  readonly #keeper: LineStore
  #freeze: Line<Freeze> | null = null
  #verify: VerifySignature = () => false
  /** By number, without those that were taken back. */
  #heads: Line<Head>[] = []
  /** Hashes of the known rollbacks: if a restore loses one, another may get its number. */
  readonly #rollbacks = new Set<string>()
  /** Records from before the last rollback: a head that names one continues what was taken back. */
  readonly #outdated = new Set<string>()

  constructor(feed: Feed, keeper: LineStore) {
    this.#feed = feed
    this.#keeper = keeper
  }

  get last(): Signed<Head> | null {
    return this.#heads.at(-1) ?? null
  }

  get isClosed(): boolean {
    return this.last?.statement.closed ?? false
  }

  /** Reads what was collected earlier. */
  async load(): Promise<void> {
    try {
      await readLines(this.#keeper.stored(), async (line, number) => {
        const read = await this.#read(line, `line ${number} of the file`)
        if (isOf(read, 'freeze/2')) this.#takeFreeze(read)
        else if (isOf(read, 'head/2')) this.#takeHead(read)
        else if (isOf(read, 'rollback/1')) this.#takeBack(read)
      })
    } catch (error) {
      if (!(error instanceof HistoryRewritten || error instanceof UnreadablePackage)) throw error
      throw new UnusableInput(
        `The file holds something that does not belong to it: ${error.message}. Please use another file.`,
      )
    }
  }

  /** Collects the new heads, and reports what else happened. */
  async collect(): Promise<{ heads: Signed<Head>[]; notices: string[] }> {
    const notices: string[] = []
    const heads: Signed<Head>[] = []
    await this.#compareFreeze(notices)
    for (let had = -1; had !== heads.length;) {
      had = heads.length
      const known = this.#heads.at(-1)
      let isFirst = true
      let rewritten: HistoryRewritten | null = null
      await readLines(this.#feed.heads(known?.statement.number ?? 0), async (line) => {
        if (rewritten) return
        const head = await this.#readHead(line)
        if (isFirst && known) rewritten = this.#contradiction(known, head)
        else heads.push(await this.#addHead(head))
        isFirst = false
      })
      if (isFirst && known)
        rewritten = new HistoryRewritten(`the site no longer shows board state ${known.statement.number}`, [
          this.#freeze?.line,
          known.line,
        ])
      if (!rewritten) continue
      notices.push(await this.#goBack(rewritten))
      had = -1
    }
    return { heads, notices }
  }

  #contradiction(known: Line<Head>, shown: Line<Head>): HistoryRewritten | null {
    if (shown.hash === known.hash) return null
    const what = `the site shows another board state ${known.statement.number} than before (its number is now ${shown.statement.number})`
    return new HistoryRewritten(what, [this.#freeze?.line, known.line, shown.line])
  }

  async #addHead(head: Line<Head>): Promise<Signed<Head>> {
    const before = this.#heads.at(-1)
    this.#takeHead(head)
    try {
      await this.#checkConsistency(before, head)
      await this.#keeper.append(head.line)
    } catch (error) {
      this.#heads.pop()
      throw error
    }
    return head
  }

  /** Checks that the tree still begins with all earlier leaves. */
  async #checkConsistency(before: Line<Head> | undefined, head: Line<Head>): Promise<void> {
    if (!before) return
    const tree = ({ statement: { size, root } }: Line<Head>) => ({ size, root: fromHex(root) })
    const [from, to] = [before.statement.size, head.statement.size]
    const proof = from === 0 || from === to ? [] : await this.#feed.consistency(from, to)
    if (
      proof.every((hash) => /^[0-9a-f]{64}$/.test(hash)) &&
      isConsistent(tree(before), tree(head), proof.map(fromHex))
    )
      return
    throw new HistoryRewritten(
      `the votes of board state ${head.statement.number} do not go on from those of board state ${before.statement.number}`,
      [this.#freeze?.line, before.line, head.line],
    )
  }

  /** What looks rewritten may have been taken back publicly. Returns what to report; throws if no rollback says so. */
  async #goBack(rewritten: HistoryRewritten): Promise<string> {
    let previous = this.#freeze?.hash
    let found: Line<Rollback> | null = null
    await readLines(this.#feed.corrections(), async (line, number) => {
      const where = 'a correction of the site'
      const link = { ...(await readSigned(line, where, linkShape, () => this.#verify, refuse)), line }
      const isNext = link.statement.number === number && link.statement.previous === previous
      if (!link.signatureHolds || !isNext) throw rewritten
      previous = link.hash
      if (isOf(link, 'rollback/1') && !this.#rollbacks.has(link.hash)) found ??= link
    })
    const rollback = found as Line<Rollback> | null
    if (!rollback || rollback.statement.after >= this.#heads.length - 1) throw rewritten
    const lost = this.#heads.length - 1
    this.#takeBack(rollback)
    await this.#keeper.append(rollback.line)
    const { after, by, reason } = rollback.statement
    return `The site went back to board state ${after}: a backup was put back by ${printable(by)} (${printable(reason)}). What you have of board states ${after + 1} to ${lost} stays in the file.`
  }

  #takeBack({ hash, statement: { previous, after } }: Line<Rollback>): void {
    this.#rollbacks.add(hash)
    for (const { statement } of this.#heads) this.#outdated.add(statement.record ?? '')
    this.#outdated.add(previous)
    if (this.#freeze) this.#outdated.add(this.#freeze.hash)
    this.#heads = this.#heads.slice(0, after + 1)
  }

  async #compareFreeze(notices: string[]): Promise<void> {
    let seen = false
    await readLines(this.#feed.freeze(), async (line) => {
      if (seen)
        throw new HistoryRewritten('the site sends more than one record made before voting', [this.#freeze?.line, line])
      seen = true
      const freeze = await this.#read(line, 'the site’s record made before voting')
      if (!isOf(freeze, 'freeze/2'))
        throw new UnreadablePackage('the site sends something else than its record made before voting')
      if (freeze.hash === this.#freeze?.hash) return
      const isFirst = this.#freeze === null
      this.#takeFreeze(freeze)
      await this.#keeper.append(line)
      const { rollback } = freeze.statement
      if (!isFirst)
        notices.push(
          `The site has signed anew the record made before voting: a backup was put back by ${printable(rollback?.by)} (${printable(rollback?.reason)}).`,
        )
    })
    if (!seen) throw new UnreadablePackage('the site sends no record made before voting')
  }

  #takeFreeze(freeze: Line<Freeze>): void {
    if (!freeze.signatureHolds) throw new HistoryRewritten(`${freeze.where} is not signed with its key`, [freeze.line])
    const before = this.#freeze
    if (before && !freeze.statement.rollback?.lost.includes(before.hash))
      throw new HistoryRewritten('the site shows another record made before voting than it did earlier', [
        before.line,
        freeze.line,
      ])
    this.#freeze = freeze
    this.#heads = []
  }

  #takeHead(head: Line<Head>): void {
    const last = this.#heads.at(-1)
    const problem = this.#whyNotNext(last, head)
    if (problem) throw new HistoryRewritten(problem, [this.#freeze?.line, last?.line, head.line])
    this.#heads.push(head)
  }

  #whyNotNext(last: Line<Head> | undefined, { where, signatureHolds, statement }: Line<Head>): string | null {
    if (!signatureHolds) return `the signature of ${where} does not fit`
    if (statement.election !== this.#freeze?.statement.election) return `${where} is of another election`
    if (statement.number !== this.#heads.length) return `${where} has the number ${statement.number}`
    if (statement.previous !== (last?.hash ?? null)) return `${where} does not name the one before it`
    if (this.#outdated.has(statement.record ?? '')) return `${where} goes on with what was taken back`
    for (const problem of growthProblems(last?.statement ?? null, statement)) return `${where}: ${problem}`
    return null
  }

  async #readHead(line: string): Promise<Line<Head>> {
    const head = await this.#read(line, 'a board state of the site')
    if (!isOf(head, 'head/2')) throw new UnreadablePackage('the site sends something else than a board state')
    return head
  }

  async #read(line: string, where: string): Promise<Line<Collected>> {
    const verifierOf = async (statement: Collected) => {
      if (statement.type === 'freeze/2' && !this.#freeze) this.#verify = await signaturesOf(fromHex(statement.key))
      return this.#verify
    }
    return { ...(await readSigned(line, where, collectedShape(line), verifierOf, refuse)), line }
  }
}

const isOf = <Type extends Collected['type']>(
  line: Line<Collected>,
  type: Type,
): line is Line<Extract<Collected, { type: Type }>> => line.statement.type === type

const refuse: Warnings = {
  unexpectedField: (what) => {
    throw new UnreadablePackage(what)
  },
  notCanonical: (where) => {
    throw new UnreadablePackage(`${where} is not canonical JSON`)
  },
}

async function readLines(
  chunks: AsyncIterable<Uint8Array>,
  onLine: (line: string, number: number) => Promise<void>,
): Promise<void> {
  const tooLong = (): never => {
    throw new UnreadablePackage('a line is too long')
  }
  let last = 0
  const rest = await eachLine(chunks, longestLine, tooLong, (line, number) => {
    last = number
    return onLine(decoded(line), number)
  })
  // A reply that was cut off ends in an incomplete line; the next reply has all of it.
  if (rest.length > 0) await onLine(decoded(rest), last + 1)
}

const decoded = (line: Uint8Array): string => toText(line, () => new UnreadablePackage('a line is not text'))

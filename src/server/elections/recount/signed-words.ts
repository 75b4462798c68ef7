import type { PgClient } from '#server/db/database.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { asFound, eachStatement, type Found, readNominees } from '#server/elections/board/statements.ts'
import { minBatchSize } from '#server/elections/counting/count-ballots.ts'
import type { Election } from '#server/elections/election-cache.ts'
import {
  type Correction,
  type FreezeRecord,
  type Head,
  type Signed,
  type StatementType,
  recordFields,
  fieldsOf,
  timeOfField,
  type FrozenNominee,
  timesField,
} from '#shared/elections/board/statements.ts'
import { minuteMs } from '#shared/time.ts'
import { assertAgrees } from './differs.ts'

/** What the site has signed about an election, as far as it holds together by itself. */
export interface SignedWords {
  record: FreezeRecord
  /** Of the freeze record and of each correction, in their order: what heads name. */
  hashes: string[]
  corrections: Correction[]
}

/** Signatures and chain of the freeze record and of its corrections. */
export async function checkRecord(client: PgClient, key: BoardKey, electionId: string): Promise<SignedWords> {
  const records = await Array.fromAsync(eachStatement(client, electionId, 'freeze/1'))
  const [first] = records
  assertAgrees(first?.number === 0 && records.length === 1, 'record-missing')
  assertAgrees(isSigned(key, 'freeze/1', first.signed), 'record-unsigned')
  const record = asFound<'freeze/1'>({ type: 'freeze/1', ...first.signed })
  assertAgrees(record.said.election === electionId && record.said.key === key.publicKey, 'record-of-another')
  const words: SignedWords = { record: record.said, hashes: [record.hash], corrections: [] }
  for await (const { number, signed } of eachStatement(client, electionId, 'correction/1')) {
    const n = words.corrections.length + 1
    assertAgrees(isSigned(key, 'correction/1', signed), 'correction-unsigned', { n: number })
    const { said, hash } = asFound<'correction/1'>({ type: 'correction/1', ...signed })
    const follows = number === n && said.number === n && said.previous === words.hashes.at(-1)
    assertAgrees(follows && said.election === electionId, 'correction-order', { n: number })
    words.corrections.push(said)
    words.hashes.push(hash)
  }
  return words
}

/** The election stands as it was frozen, but for what corrections say. */
export function checkElection({ record, corrections }: SignedWords, election: Election): void {
  const inForce = recordFields(record)
  for (const { number, changes } of corrections)
    for (const { field, before, after } of changes) {
      assertAgrees(inForce.get(field) === before, 'correction-unknown', { n: number, field })
      inForce.set(field, after)
    }
  for (const [field, value] of fieldsOf(election))
    assertAgrees(inForce.get(field) === value, 'election-changed', {
      field: frozenFieldNames[timeOfField(field) ?? field] ?? field,
    })
}

/** Sizes and roots of the tree as they were signed, and the last head. */
export interface SignedHeads {
  count: number
  /** In the order of their numbers, one for each size. */
  roots: { number: number; size: number; root: string }[]
  last: Found<'head/1'>
}

/** Signatures, chain, figures, hours and batches of all heads, first to last. */
export async function checkHeads(
  client: PgClient,
  key: BoardKey,
  electionId: string,
  words: SignedWords,
): Promise<SignedHeads> {
  const { record, hashes } = words
  const hours = hoursOfRecords(words)
  const batches = createBatchCheck()
  const roots: SignedHeads['roots'] = []
  let last: Found<'head/1'> | null = null
  let inForce = 0
  let count = 0
  for await (const { number, signed } of eachStatement(client, electionId, 'head/1')) {
    const n = number
    assertAgrees(isSigned(key, 'head/1', signed), 'head-unsigned', { n })
    const head: Found<'head/1'> = asFound<'head/1'>({ type: 'head/1', ...signed })
    const { said } = head
    assertAgrees(said.election === electionId, 'head-order', { n })
    assertAgrees(number === count && said.number === count && said.previous === (last?.hash ?? null), 'head-order', {
      n,
    })
    const named = hashes.indexOf(said.record ?? '')
    assertAgrees(named >= inForce, 'head-record', { n })
    assertAgrees(addsUp(said, record.seats.length) && !shrinks(last?.said, said), 'head-counts', { n })
    assertAgrees(!last?.said.closed, 'head-after-close', { n })
    checkHours(hours[named], last?.said, said)
    batches.add(said)
    if (roots.at(-1)?.size !== said.size) roots.push({ number: n, size: said.size, root: said.root })
    else assertAgrees(roots.at(-1)?.root === said.root, 'head-root', { n })
    inForce = named
    last = head
    count++
  }
  assertAgrees(last !== null, 'heads-missing')
  batches.end(last.said)
  return { count, roots, last }
}

const addsUp = ({ size, cast, counted }: Head, seats: number) => counted <= cast && size === counted * seats

const shrinks = (before: Head | undefined, now: Head) =>
  before !== undefined &&
  (now.size < before.size || now.cast < before.cast || now.counted < before.counted || now.minute < before.minute)

/** A signature of another length than 64 bytes is none. */
const isSigned = (key: BoardKey, type: StatementType, signed: Signed) =>
  signed.signature.length === 128 && key.isSigned(type, signed)

/** How the parts of the freeze record are named to people. */
const frozenFieldNames: Record<string, string> = {
  title: 'title',
  seats: 'seats',
  resultsVisible: 'when results are shown',
  proxyNeedsSecondAdmin: 'whether proxies need a second administrator',
  nominationOpens: 'when nomination opens',
  nominationCloses: 'when nomination closes',
  adminNominationCloses: 'until when administrators nominate',
  candidacyOpens: 'when candidacy opens',
  candidacyCloses: 'when candidacy closes',
  voteLinkOpens: 'when the Vote link appears',
  voteLinkCloses: 'when the Vote link disappears',
  votingOpens: 'when voting opens',
  votingCloses: 'when voting closes',
  rollFrozenAt: 'when the roll was frozen',
  frozenAt: 'when the election was frozen',
}

/** Those who can be voted for are those whom the freeze record names, word for word. */
export async function checkNominees(client: PgClient, record: FreezeRecord): Promise<void> {
  const standing = new Map((await readNominees(client, record.election)).map((one) => [one.id, one]))
  for (const frozen of record.nominees) {
    const now = standing.get(frozen.id)
    assertAgrees(now !== undefined, 'nominee-missing', { name: frozen.name })
    assertAgrees(isSame(frozen, now), 'nominee-changed', { name: frozen.name })
    standing.delete(frozen.id)
  }
  const [extra] = standing.values()
  assertAgrees(extra === undefined, 'nominee-extra', { name: extra?.name ?? '' })
}

const isSame = (a: FrozenNominee, b: FrozenNominee) =>
  (['name', 'rank', 'service', 'region'] as const).every((field) => a[field] === b[field])

/**
 * Whoever can write to the database can bend the hours of voting, or have one ballot counted by itself, and put everything back
 * afterwards. The heads that were signed meanwhile still tell.
 */

interface Hours {
  votingOpens: string
  votingCloses: string
}

/** By the freeze record and after each correction, in their order. */
export function hoursOfRecords({
  record,
  corrections,
}: {
  record: Pick<FreezeRecord, 'times'>
  corrections: readonly Pick<Correction, 'changes'>[]
}): Hours[] {
  const { votingOpens = '', votingCloses = '' } = record.times
  const hours: Hours[] = [{ votingOpens, votingCloses }]
  for (const { changes } of corrections) {
    const next: Hours = { ...(hours.at(-1) as Hours) }
    for (const { field, after } of changes) {
      if (field === timesField('votingOpens')) next.votingOpens = after
      if (field === timesField('votingCloses')) next.votingCloses = after
    }
    hours.push(next)
  }
  return hours
}

/** A ballot that was let in at the last moment may still be on its way, and clocks of several nodes differ. */
const leewayMs = 5 * minuteMs

/** Ballots came in only within the hours in force at the head, and the count was not closed before their end. */
export function checkHours(hours: Hours | undefined, before: Head | undefined, head: Head): void {
  const opens = Date.parse(hours?.votingOpens ?? '')
  const closes = Date.parse(hours?.votingCloses ?? '')
  const n = head.number
  assertAgrees(head.cast === 0 || Date.parse(head.minute) >= minuteOf(opens), 'head-early', { n })
  assertAgrees(!head.closed || Date.parse(head.minute) >= minuteOf(closes), 'head-closed-early', { n })
  const wasOver = before !== undefined && Date.parse(before.minute) > closes + leewayMs
  assertAgrees(!wasOver || head.cast === before.cast, 'head-late', { n })
}

/** As heads state it: rounded down. */
const minuteOf = (time: number) => time - (time % minuteMs)

/** Every batch hides each of its ballots among others; only an election with fewer ballots than that has a smaller one, of all. */
export function createBatchCheck() {
  let counted = 0
  let small: { n: number; ballots: number } | null = null
  return {
    add(head: Head): void {
      const ballots = head.counted - counted
      counted = head.counted
      if (ballots > 0 && ballots < minBatchSize) small ??= { n: head.number, ballots }
    },
    end(last: Head): void {
      assertAgrees(small === null || small.ballots === last.counted, 'batch-small', { n: small?.n ?? 0 })
    },
  }
}

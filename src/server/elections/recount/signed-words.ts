import type pg from 'pg'
import {
  type Correction,
  type FreezeRecord,
  type Head,
  type Signed,
  type StatementType,
  recordFields,
  fieldsOf,
  timeOfField,
} from '#shared/elections/board/statements.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { asFound, eachStatement, type Found } from '#server/elections/board/statements.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { expect } from './differs.ts'
import { checkHours, createBatchCheck, hoursOfRecords } from './hours-and-batches.ts'

type Db = Pick<pg.Pool, 'query'>

/** What the site has signed about an election, as far as it holds together by itself. */
export interface SignedWords {
  record: FreezeRecord
  /** Of the freeze record and of each correction, in their order: what heads name. */
  hashes: string[]
  corrections: Correction[]
}

/** Signatures and chain of the freeze record and of its corrections. */
export async function checkRecord(client: Db, key: BoardKey, electionId: string): Promise<SignedWords> {
  const records = await Array.fromAsync(eachStatement(client, electionId, 'freeze/1'))
  const [first] = records
  expect(first?.number === 0 && records.length === 1, 'record-missing')
  expect(isSigned(key, 'freeze/1', first.signed), 'record-unsigned')
  const record = asFound<'freeze/1'>({ type: 'freeze/1', ...first.signed })
  expect(record.said.election === electionId && record.said.key === key.publicKey, 'record-of-another')
  const words: SignedWords = { record: record.said, hashes: [record.hash], corrections: [] }
  for await (const { number, signed } of eachStatement(client, electionId, 'correction/1')) {
    const n = words.corrections.length + 1
    expect(isSigned(key, 'correction/1', signed), 'correction-unsigned', { n: number })
    const { said, hash } = asFound<'correction/1'>({ type: 'correction/1', ...signed })
    const follows = number === n && said.number === n && said.previous === words.hashes.at(-1)
    expect(follows && said.election === electionId, 'correction-order', { n: number })
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
      expect(inForce.get(field) === before, 'correction-unknown', { n: number, field })
      inForce.set(field, after)
    }
  for (const [field, value] of fieldsOf(election))
    expect(inForce.get(field) === value, 'election-changed', {
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
  client: Db,
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
    expect(isSigned(key, 'head/1', signed), 'head-unsigned', { n })
    const head: Found<'head/1'> = asFound<'head/1'>({ type: 'head/1', ...signed })
    const { said } = head
    expect(said.election === electionId, 'head-order', { n })
    expect(number === count && said.number === count && said.previous === (last?.hash ?? null), 'head-order', { n })
    const named = hashes.indexOf(said.record ?? '')
    expect(named >= inForce, 'head-record', { n })
    expect(addsUp(said, record.seats.length) && !shrinks(last?.said, said), 'head-counts', { n })
    expect(!last?.said.closed, 'head-after-close', { n })
    checkHours(hours[named], last?.said, said)
    batches.add(said)
    if (roots.at(-1)?.size !== said.size) roots.push({ number: n, size: said.size, root: said.root })
    else expect(roots.at(-1)?.root === said.root, 'head-root', { n })
    inForce = named
    last = head
    count++
  }
  expect(last !== null, 'heads-missing')
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

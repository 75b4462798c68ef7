import type pg from 'pg'
import { inTransaction, type Database, type PgClient } from '#server/db/database.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { readElectionRow, type Election } from '#server/elections/election-cache.ts'
import {
  fieldsOfElection,
  recordFields,
  signedTime,
  timeOfField,
  type RollCorrection,
  type FreezeRecord,
  type NamedNominee,
  type Rollback,
} from '#shared/elections/board/statements.ts'
import { originalOf, type Window } from '#shared/elections/lifecycle.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import type { Service } from '#shared/members/enums.ts'
import type { DifferingElection } from '#shared/operations/status/node-checks.ts'
import type { BoardKey } from './board-key.ts'
import { addLine, type BoardState, type Seen, type SeenLine } from './board-state.ts'
import { assertMatches, BoardMismatch } from './mismatch.ts'
import {
  lastStatement,
  readChain,
  readCandidates,
  readOwn,
  statementHashAt,
  type StoredStatement,
} from './statements.ts'

/** An election according to its signed record. Code that opens, accepts or counts ballots trusts this and no table. */
export interface SignedElection {
  id: string
  /** Null for a rehearsal, which is never frozen. */
  record: FreezeRecord | null
  /** Ballots are sealed with it: the hash of the freeze record, or zeros for a rehearsal. */
  recordHash: string
  /** Corrections and rollbacks in order. */
  chain: (RollCorrection | Rollback)[]
  /** Of the freeze record and every link of the chain: heads refer to these. */
  hashes: string[]
  seats: Seat[]
  /** The voting hours; null for a rehearsal, which has none. */
  hours: Window | null
  serviceOf: (nomineeId: string) => Service | undefined
  head: StoredStatement<'head/2'> | null
}

export interface SignedElections {
  key: BoardKey
  state: BoardState
  /**
   * As the database has it in this transaction, which holds the counting lock or sees one snapshot of the database. Throws
   * `BoardMismatch` unless this site signed it, it continues what this node has seen, and the tables agree with it. Anything new is
   * noted before it is returned.
   */
  read(client: PgClient, electionId: string): Promise<SignedElection>
  /** Like `read`, but ignores what this node has seen: for the act that explains the difference. */
  verify(client: PgClient, electionId: string): Promise<SignedElection>
  /** Runs an action on the election as it is now, in one snapshot of the database. */
  readNow<Result>(
    electionId: string,
    act: (election: SignedElection, client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result>
  /** The site has signed its certificate or its cancellation, which nobody can forge. */
  isEnded(electionId: string): Promise<boolean>
  /** Running elections whose signed statements are not in the database. */
  listDiffering(): Promise<DifferingElection[]>
  /** At most a second old: for what happens many times a second. */
  recent(electionId: string): Promise<SignedElection>
}

const recentMs = 1000
const nothing = '0'.repeat(64)

export function createSignedElections(
  db: Database,
  changes: Pick<SiteChanges, 'on'>,
  key: BoardKey,
  state: BoardState,
): SignedElections {
  const known = new Map<string, { at: number; reading: Promise<SignedElection> }>()
  // The site's own changes are seen at once.
  changes.on((table) => {
    if (['elections', 'nominees', '*'].includes(table)) known.clear()
  })

  async function readAs(client: PgClient, electionId: string, from: BoardState | null): Promise<SignedElection> {
    // Read before the database: other nodes may note something newer than the snapshot seen here.
    const seen = await from?.of(electionId).catch(differsOrThrow)
    const election = await readElectionRow(client, electionId)
    if (election.kind === 'rehearsal') return rehearsalOf(client, election)
    const signed = await readSigned(client, key, electionId)
    // An ending cannot be forged, and nothing is accepted or signed after it.
    if (await isEnded(client, key, electionId)) return signed
    if (seen instanceof BoardMismatch) throw seen
    if (seen) await continueState(client, state, seen, signed)
    checkElection(signed, election)
    await checkNominees(client, signed.record)
    return signed
  }
  const read = (client: PgClient, electionId: string) => readAs(client, electionId, state)

  const readNow: SignedElections['readNow'] = (electionId, act) =>
    inTransaction({ db }, async (_tx, client) => {
      await client.query('set transaction isolation level repeatable read, read only')
      return act(await read(client, electionId), client)
    })

  const recent = (electionId: string) => {
    const held = known.get(electionId)
    if (held && performance.now() - held.at < recentMs) return held.reading
    const reading = readNow(electionId, async (election) => election)
    known.set(electionId, { at: performance.now(), reading })
    // Do not cache a failed read.
    reading.catch(() => known.get(electionId)?.reading === reading && known.delete(electionId))
    return reading
  }

  async function listDiffering(): Promise<DifferingElection[]> {
    const { rows } = await db.$client.query<{ id: string; title: string }>(
      `select id, title from elections where kind = 'election' and num_nonnulls(certified_at, cancelled_at) = 0
         and (frozen_at is not null or id = any($1::uuid[]))`,
      [await state.frozen().catch(() => [])],
    )
    const found = await Promise.all(
      rows.map(async ({ id, title }) => {
        const differs = await recent(id).then(() => null, differsOrThrow)
        return differs && { id, title, reason: differs.reason, way: remedyFor(differs) }
      }),
    )
    return found.filter((one) => one !== null)
  }

  return {
    key,
    state,
    read,
    verify: (client, electionId) => readAs(client, electionId, null),
    readNow,
    isEnded: (electionId) => isEnded(db.$client, key, electionId),
    recent,
    listDiffering,
  }
}

/** For `catch`: returns a difference, rethrows anything else. */
export function differsOrThrow(error: unknown): BoardMismatch {
  if (error instanceof BoardMismatch) return error
  throw error
}

/** After a restore an administrator states how the election continues; no other difference can be resolved that way. */
export const remedyFor = ({ difference: { check } }: BoardMismatch): DifferingElection['way'] => {
  if (check === 'state-lost') return 'lost'
  return ['restored', 'state-head', 'state-record', 'record-missing'].includes(check) ? 'goesOn' : null
}

async function rehearsalOf(db: PgClient, election: Election): Promise<SignedElection> {
  const nominees = await readCandidates(db, originalOf(election))
  const services = new Map(nominees.map(({ id, service }) => [id, service]))
  return {
    id: election.id,
    record: null,
    recordHash: nothing,
    chain: [],
    hashes: [],
    seats: election.seats,
    hours: null,
    serviceOf: (id) => services.get(id),
    head: await lastStatement(db, election.id, 'head/2'),
  }
}

export type FrozenElection = SignedElection & { record: FreezeRecord }

/** Checks the signatures and the chain of the freeze record and its corrections. */
async function readSigned(db: PgClient, key: BoardKey, electionId: string): Promise<FrozenElection> {
  const found = await lastStatement(db, electionId, 'freeze/2')
  const first = await statementHashAt(db, electionId, 'freeze/2', 0)
  assertMatches(found !== null && found.hash === first, 'record-missing')
  assertMatches(key.isSigned('freeze/2', found.signed), 'record-unsigned')
  const record = found.content
  assertMatches(record.election === electionId && record.key === key.publicKey, 'record-of-another')
  const chain: (RollCorrection | Rollback)[] = []
  const hashes = [found.hash]
  for (const { type, number, signed } of await readChain(db, electionId)) {
    const link = readOwn(key, electionId, type, signed)
    assertMatches(link !== null, 'correction-unsigned', { n: number })
    const { content, hash } = link
    const follows = number === hashes.length && content.number === number && content.previous === hashes.at(-1)
    assertMatches(follows, 'correction-order', { n: number })
    chain.push(content)
    hashes.push(hash)
  }
  const head = await lastStatement(db, electionId, 'head/2')
  const isOurs = head === null || readOwn(key, electionId, 'head/2', head.signed) !== null
  assertMatches(isOurs, 'head-unsigned', { n: head?.content.number ?? 0 })
  const services = new Map(record.nominees.map(({ id, service }) => [id, service]))
  return {
    id: electionId,
    record,
    recordHash: found.hash,
    chain,
    hashes,
    seats: record.seats.map(({ slot, service }) => ({ slot, ms: service })),
    hours: votingHoursIn({ record, corrections: correctionsIn(chain) }),
    serviceOf: (id) => services.get(id),
    head,
  }
}

/** The voting hours after the last correction. */
export const votingHoursIn = (content: Parameters<typeof signedTime>[0]): Window => ({
  opens: signedTime(content, 'votingOpens') ?? Infinity,
  closes: signedTime(content, 'votingCloses') ?? -Infinity,
})

async function isEnded(db: PgClient, key: BoardKey, electionId: string): Promise<boolean> {
  for (const type of ['certificate/2', 'cancellation/1'] as const) {
    const found = await lastStatement(db, electionId, type)
    if (found && readOwn(key, electionId, type, found.signed)) return true
  }
  return false
}

/** Checks that the database continues what this node has seen, and notes what is new. */
async function continueState(
  db: PgClient,
  state: BoardState,
  seen: Seen,
  { id, recordHash, record, chain, head }: FrozenElection,
): Promise<void> {
  const note = async (line: SeenLine) => {
    await state.note(line)
    addLine(seen, line)
  }
  // A record that replaces a lost one says so.
  const isKnown = seen.freeze === null || seen.freeze === recordHash
  assertMatches(isKnown || record.rollback?.lost.includes(seen.freeze ?? '') === true, 'state-record')
  if (seen.freeze !== recordHash) await note({ type: 'freeze', election: id, hash: recordHash })
  for (const link of chain)
    if (link.type === 'rollback/1' && link.number > seen.rollback)
      await note({ type: 'rollback', election: id, number: link.number, after: link.after })
  const last = Math.max(-1, ...seen.heads.keys())
  const isThere = last === -1 || (await statementHashAt(db, id, 'head/2', last)) === seen.heads.get(last)
  assertMatches(isThere, 'state-head', { n: last })
  const { restoredAt } = seen
  const goesOn = restoredAt === null || record.frozenAt >= restoredAt || seen.goesOn
  assertMatches(goesOn, 'restored')
  if (head && head.content.number > last)
    await note({ type: 'head', election: id, number: head.content.number, hash: head.hash })
}

/** Checks that the election is as it was frozen, except for its corrections. */
function checkElection({ record, chain }: FrozenElection, election: Election): void {
  const inForce = recordFields(record)
  for (const { number, changes } of correctionsIn(chain))
    for (const { field, before, after } of changes) {
      assertMatches(inForce.get(field) === before, 'correction-unknown', { n: number, field })
      inForce.set(field, after)
    }
  for (const [field, value] of fieldsOfElection(election))
    assertMatches(inForce.get(field) === value, 'election-changed', {
      field: frozenFieldNames[timeOfField(field) ?? field] ?? field,
    })
}

export const correctionsIn = (chain: readonly (RollCorrection | Rollback)[]): RollCorrection[] =>
  chain.filter((link) => link.type === 'correction/1')

/** What people call the parts of the freeze record. */
const frozenFieldNames: Record<string, string> = {
  title: 'title',
  seats: 'seats',
  resultsVisible: 'when results are shown',
  proxyNeedsSecondAdmin: 'whether proxies need a second administrator',
  goodStandingOnly: 'whether only members in good standing may vote',
  nominationOpens: 'when nomination opens',
  nominationCloses: 'when nomination closes',
  adminNominationCloses: 'until when administrators nominate',
  candidacyOpens: 'when candidacy opens',
  candidacyCloses: 'when candidacy closes',
  voteLinkOpens: 'when the Vote link appears',
  voteLinkCloses: 'when the Vote link disappears',
  votingOpens: 'when voting opens',
  votingCloses: 'when voting closes',
  rollFrozenAt: 'when the roll was closed',
  frozenAt: 'when the record made before voting was signed',
}

/** Checks that the candidates are exactly those the freeze record names. */
async function checkNominees(db: PgClient, record: FreezeRecord): Promise<void> {
  const standing = new Map((await readCandidates(db, record.election)).map((one) => [one.id, one]))
  for (const frozen of record.nominees) {
    const now = standing.get(frozen.id)
    assertMatches(now !== undefined, 'nominee-missing', { name: frozen.name })
    assertMatches(isSame(frozen, now), 'nominee-changed', { name: frozen.name })
    standing.delete(frozen.id)
  }
  const [extra] = standing.values()
  assertMatches(extra === undefined, 'nominee-extra', { name: extra?.name ?? '' })
}

const isSame = (a: NamedNominee, b: NamedNominee) =>
  (['name', 'rank', 'service', 'region'] as const).every((field) => a[field] === b[field])

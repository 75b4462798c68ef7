import { and, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { MiddlewareHandler } from 'hono'
import type pg from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Database, PgClient, Queryable } from '#server/db/database.ts'
import { candidateProfiles, elections, nominees } from '#server/db/schema.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedElections } from '#server/elections/board/signed-election.ts'
import { currentOf, type StageFacts, type ResultsVisible } from '#shared/elections/lifecycle.ts'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { mustExist } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import { asNominee, type ApprovedNominee } from './nominees.ts'

/** An election as the rules see it. */
export interface Election extends StageFacts {
  id: string
  title: string
  seats: Seat[]
  resultsVisible: ResultsVisible
  /** The election this one rehearses; null for an election. */
  rehearsalOf: string | null
  /** Whether this election has a running rehearsal. */
  rehearsal: boolean
  candidacyFiling: boolean
  nomineesAccept: boolean
  candidatesByLot: boolean
  proxyNeedsSecondAdmin: boolean
  /** Members as of this date may vote; null means when voting opens. */
  eligibilityDate: Instant | null
  /** Whether the roll takes only members in good standing at that time. */
  goodStandingOnly: boolean
  packagePublic: boolean
  rollFrozenAt: Instant | null
  frozenAt: Instant | null
  tracesPurgedAt: Instant | null
  keyDestroyedAt: Instant | null
  publishedAt: Instant | null
  remindersRequestedAt: Instant | null
  /** When it was last reset to a restored backup. */
  rolledBackAt: Instant | null
  /** False until the count is closed. */
  nobodyVoted: boolean
  /** Public; null unless cancelled. */
  cancelledReason: string | null
  version: number
  /** Changes with every edit, by whatever means: a ballot is accepted only if it was checked against the present revision. */
  revision: string
}

/** Elections and their approved nominees, cached and read again whenever a node changes them: casting a ballot needs no query. */
export interface ElectionCache {
  /** Announced elections. Rehearsals are found only by the methods that name them. */
  all(): Promise<Election[]>
  /** Null for a draft too: those who use this do not know of drafts. */
  byId(id: string): Promise<Election | null>
  /** The running rehearsals of announced elections. */
  rehearsals(): Promise<Election[]>
  /** For casting a ballot, which works the same in a rehearsal. */
  byIdOrRehearsal(id: string): Promise<Election | null>
  /** What `?test` leads to: the running rehearsal of this election, or else the election. */
  orRehearsal(election: Election): Promise<Election>
  /** Including drafts, for those who run elections. */
  withDrafts(): Promise<Election[]>
  byIdOrDraft(id: string): Promise<Election | null>
  current(): Promise<Election | null>
  approved(electionId: string): Promise<ReadonlyMap<string, ApprovedNominee>>
  /** The cache turned out to be stale: the notification of a change may still be on its way. */
  invalidate(): void
}

const tables: readonly string[] = ['elections', 'nominees', 'candidate_profiles', '*']

export function createElectionCache(
  db: Database,
  changes: Pick<SiteChanges, 'on'>,
  clock: Clock,
  signed: Pick<SignedElections, 'recent'> | null,
): ElectionCache {
  const known = new Map<string, Promise<unknown>>()
  changes.on((table) => {
    if (tables.includes(table)) known.clear()
  })
  /** Do not cache a failed read. */
  function once<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const found = known.get(key) as Promise<Value> | undefined
    if (found) return found
    const reading = read()
    known.set(key, reading)
    reading.catch(() => known.get(key) === reading && known.delete(key))
    return reading
  }
  const everything = () => once('elections', () => db.select(columns).from(elections).execute())
  const withDrafts = async () => (await everything()).filter(({ kind }) => kind === 'election')
  const all = async () => (await withDrafts()).filter((one) => !one.draft)
  const byId = async (id: string) => (await all()).find((one) => one.id === id) ?? null
  const rehearsals = async () => {
    const announced = new Set((await all()).map(({ id }) => id))
    return (await everything()).filter(({ rehearsalOf }) => rehearsalOf !== null && announced.has(rehearsalOf))
  }
  return {
    all,
    byId,
    rehearsals,
    byIdOrRehearsal: async (id) => (await byId(id)) ?? (await rehearsals()).find((one) => one.id === id) ?? null,
    orRehearsal: async (election) =>
      (await rehearsals()).find(({ rehearsalOf }) => rehearsalOf === election.id) ?? election,
    withDrafts,
    byIdOrDraft: async (id) => (await withDrafts()).find((one) => one.id === id) ?? null,
    current: async () => currentOf(await all(), clock.now()),
    /** Read after the election and again with it: a ballot is never checked against nominees older than its revision. */
    approved: async (id) => {
      const election = await byId(id)
      // Once frozen, voters choose among the nominees of the signed record: nobody can swap two of them for a while.
      if (election && election.frozenAt !== null) await signed?.recent(id)
      return once(`nominees ${id} ${election?.revision}`, () => readApproved(db, id))
    },
    invalidate: () => known.clear(),
  }
}

const isElection = (id: string) => and(eq(elections.id, id), eq(elections.kind, 'election'))

/** The election as seen by the transaction, without a lock. */
export async function readElection(tx: Queryable, id: string): Promise<Election> {
  const [row] = await tx.select(columns).from(elections).where(isElection(id))
  return mustExist(row)
}

/** The present election, locked until the transaction ends: meanwhile no ballot is accepted and nothing about it changes. */
export async function lockElection(tx: Queryable, id: string): Promise<Election> {
  const [row] = await tx.select(columns).from(elections).where(isElection(id)).for('update')
  return mustExist(row)
}

/** By its id, or the current one. */
export async function findElection({ elections: known }: Pick<Deps, 'elections'>, id: string): Promise<Election> {
  return mustExist(await (id === 'current' ? known.current() : known.byId(id)))
}

/** An election or a rehearsal, in a transaction in plain SQL. */
export async function readElectionRow(client: PgClient, id: string): Promise<Election> {
  const [row] = await drizzle(client as pg.PoolClient)
    .select(columns)
    .from(elections)
    .where(eq(elections.id, id))
  return mustExist(row)
}

const times = {
  nominationOpens: elections.nominationOpens,
  nominationCloses: elections.nominationCloses,
  adminNominationCloses: elections.adminNominationCloses,
  candidacyOpens: elections.candidacyOpens,
  candidacyCloses: elections.candidacyCloses,
  voteLinkOpens: elections.voteLinkOpens,
  voteLinkCloses: elections.voteLinkCloses,
  votingOpens: elections.votingOpens,
  votingCloses: elections.votingCloses,
} satisfies Record<keyof Schedule, unknown>

const columns = {
  id: elections.id,
  title: elections.title,
  seats: elections.seats,
  ...times,
  resultsVisible: elections.resultsVisible,
  kind: elections.kind,
  rehearsalOf: elections.rehearsalOf,
  rehearsal: sql<boolean>`exists (select from elections r where r.rehearsal_of = ${elections}.id)`,
  draft: elections.draft,
  cancelledAt: elections.cancelledAt,
  cancelledReason: elections.cancelledReason,
  candidacyFiling: elections.candidacyFiling,
  nomineesAccept: elections.nomineesAccept,
  candidatesByLot: elections.candidatesByLot,
  proxyNeedsSecondAdmin: elections.proxyNeedsSecondAdmin,
  eligibilityDate: elections.eligibilityDate,
  goodStandingOnly: elections.goodStandingOnly,
  packagePublic: elections.packagePublic,
  rollFrozenAt: elections.rollFrozenAt,
  frozenAt: elections.frozenAt,
  countClosedAt: elections.countClosedAt,
  tracesPurgedAt: elections.tracesPurgedAt,
  certifiedAt: elections.certifiedAt,
  keyDestroyedAt: elections.keyDestroyedAt,
  publishedAt: elections.publishedAt,
  remindersRequestedAt: elections.remindersRequestedAt,
  rolledBackAt: elections.rolledBackAt,
  nobodyVoted: sql<boolean>`${elections.countClosedAt} is not null and not exists (
    select from turnout where turnout.election_id = ${elections}.id and turnout."cast" > 0)`,
  version: elections.version,
  revision: sql<string>`${elections}.xmin::text`,
}

async function readApproved(db: Database, electionId: string): Promise<ReadonlyMap<string, ApprovedNominee>> {
  const rows = await db
    .select({ id: nominees.id, status: nominees.status, data: nominees.data, photo: candidateProfiles.photo })
    .from(nominees)
    .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
    .where(eq(nominees.electionId, electionId))
  return new Map(
    rows.filter(({ status }) => status === 'approved').map(({ id, data, photo }) => [id, asNominee(id, data, photo)]),
  )
}

/**
 * For requests that change an election: whoever made the change reads it next, perhaps before the database has sent its
 * notification.
 */
export const invalidateElections =
  ({ elections }: Pick<Deps, 'elections'>): MiddlewareHandler =>
  async (_c, next) => {
    await next()
    elections.invalidate()
  }

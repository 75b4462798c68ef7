import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { elections, nominees, users, type NomineeSnapshot } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type BoardKey, sha256 } from '#server/elections/board/board-key.ts'
import { countBallots } from '#server/elections/counting/count-ballots.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { storeRehearsal, wipeRehearsal } from '#server/elections/settings/queries.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { fieldsOfElection } from '#shared/elections/board/statements.ts'
import { eachTime } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { services, type Service } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { signAgain, signCorrection } from './corrections.ts'
import { aMember, untilHeard } from './factories.ts'
import type { Visitor } from './site.ts'

/** Elections for tests: the default one of the site, and people to vote for. */

export const votingOpens = defaultElection.votingOpens
export const votingCloses = defaultElection.votingCloses

export async function theElection(deps: Deps): Promise<string> {
  const election = await deps.elections.current()
  if (!election) throw new Error('the site has no election')
  return election.id
}

/** Which copy of the election's row holds, and who locked or updated it last, also where that was undone. */
export async function rowStateOf({ pool }: Pick<Deps, 'pool'>, id: string): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    'select ctid || $$ $$ || xmax as state from elections where id = $1',
    [id],
  )
  return rows[0]?.state ?? ''
}

interface Changed extends Partial<typeof elections.$inferInsert> {
  /** Begins a rehearsal of it, or ends the one that is on. */
  rehearsal?: boolean
}

export async function changeElection(deps: Deps, { rehearsal, ...changed }: Changed): Promise<void> {
  const id = await theElection(deps)
  await untilHeard(deps, () =>
    changeSigned(deps, id, async (tx) => {
      const set = { version: elections.version, ...changed }
      const [row] = await tx.update(elections).set(set).where(eq(elections.id, id)).returning()
      if (rehearsal && row) await beginRehearsal(tx, row)
      if (rehearsal === false) await wipeRehearsal(tx, id)
    }),
  )
}

/** Changes it in a way that no node is told of, as when its line to the database is down. */
export const changeUnheard = (deps: Deps, id: string, changed: Partial<typeof elections.$inferInsert>) =>
  changeSigned(deps, id, async (tx) => {
    const next = { ...changed, version: sql`${elections.version} + 1` }
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.update(elections).set(next).where(eq(elections.id, id))
    await tx.execute(sql`set local session_replication_role = origin`)
  })

/** A change under the lock of the count, with its signed correction: without one, the site would take it for somebody's bending. */
export const changeSigned = (
  deps: Pick<Deps, 'db' | 'boardKey' | 'clock'>,
  id: string,
  change: (tx: Queryable) => Promise<void>,
) =>
  inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    const before = await lockElection(tx, id)
    await change(tx)
    const after = await lockElection(tx, id)
    await correctRecord(client, deps.boardKey, { before, after, by: 'PILAR PEÑA', now: deps.clock.now() })
  })

export const beginRehearsal = (tx: Queryable, { id, title, seats, ...row }: typeof elections.$inferSelect) =>
  storeRehearsal(tx, id, { title, seats, ...eachTime((field) => row[field]) })

/** Where the ballots of its rehearsal go, while one is on. */
export async function rehearsalId({ pool }: Pick<Deps, 'pool'>, electionId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from elections where rehearsal_of = $1', [electionId])
  return rows[0]?.id ?? randomUUID()
}

/** Until a request waits to read what a transaction has changed and not committed yet. */
export async function untilWaitedFor({ pool }: Pick<Deps, 'pool'>): Promise<void> {
  for (let looks = 0; looks < 300; looks++) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%"elections"%'`,
    )
    if (rowCount) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('nobody waits')
}

/** A person as a nomination keeps them. */
export const aSnapshot = (given: Partial<NomineeSnapshot> = {}): NomineeSnapshot => ({
  id: randomUUID(),
  first_name: 'JUAN',
  middle_name: null,
  last_name: 'DELA CRUZ',
  suffix: null,
  rank: 'CPT',
  military_serial: null,
  ms: 'PA',
  region: 'NCR',
  unit_assignment: null,
  profile_picture_path: null,
  is_admin: false,
  ...given,
})

/** Makes this member a nominee who can be voted for; returns the nominee's id. */
export async function aNominee(deps: Deps, given: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const [id] = await someNominees(deps, [given])
  if (!id) throw new Error('nobody was made')
  return id
}

/** Many at once: what is signed already is signed anew for all of them together. */
export async function someNominees(deps: Deps, given: Partial<typeof users.$inferInsert>[]): Promise<string[]> {
  const electionId = await theElection(deps)
  const rows: (typeof nominees.$inferInsert)[] = []
  for (const one of given) {
    const { id: userId } = await aMember(deps, one)
    const [person] = await deps.db.select().from(users).where(eq(users.id, userId))
    if (!person) throw new Error('nobody was made')
    rows.push({ electionId, userId, nominatedBy: userId, data: snapshotOf(person) })
  }
  let made: string[] = []
  await untilHeard(deps, async () => {
    made = await inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
      // Nobody else comes to stand in a frozen election; a test may need them all the same.
      const [held] = await tx
        .select({ frozenAt: elections.frozenAt })
        .from(elections)
        .where(eq(elections.id, electionId))
      const setFrozen = (frozenAt: number | null) =>
        held?.frozenAt ? tx.update(elections).set({ frozenAt }).where(eq(elections.id, electionId)) : undefined
      await setFrozen(null)
      const stored = await tx.insert(nominees).values(rows).returning({ id: nominees.id })
      await setFrozen(held?.frozenAt ?? null)
      if (held?.frozenAt) await signAgain(deps, client, electionId)
      return stored.map(({ id }) => id)
    })
  })
  return made
}

function snapshotOf(person: typeof users.$inferSelect): NomineeSnapshot {
  const { ms, region } = person
  if (!ms || !region) throw new Error('a nominee has a service and a region')
  return aSnapshot({
    id: person.id,
    first_name: person.firstName,
    middle_name: person.middleName,
    last_name: person.lastName,
    suffix: person.suffix,
    rank: person.rank,
    military_serial: person.militarySerial,
    ms,
    region,
    unit_assignment: person.unitAssignment,
    profile_picture_path: person.profilePicturePath,
  })
}

export type Slate = Record<Service, string[]>

/** Nominees of every service. */
export async function aSlate(deps: Deps, each = 5): Promise<Slate> {
  const slate: Slate = { PA: [], PN: [], PAF: [], TAS: [] }
  for (const ms of services)
    for (let n = 0; n < each; n++) slate[ms].push(await aNominee(deps, { ms, firstName: ms, lastName: `NOMINEE ${n}` }))
  return slate
}

export const aSecret = () => randomBytes(16).toString('hex')

/** A filled ballot of the default seats; `from` shifts who is chosen. */
export const choicesFrom = (slate: Slate, from = 0) =>
  defaultElection.seats.map(({ ms, slot }) => {
    const place = Number(slot.split(' ')[1] ?? 1) - 1
    return slate[ms][(from + place) % slate[ms].length] ?? null
  })

export interface SentBallot {
  choices: (string | null)[]
  secret?: string
  blanksConfirmed?: boolean
  test?: boolean
}

export async function vote(visitor: Visitor, electionId: string, { secret = aSecret(), ...ballot }: SentBallot) {
  return visitor.post<{ ballot?: string; signature?: string; code?: string; message?: string }>(
    `/api/elections/${electionId}/ballot`,
    { secret, ...ballot },
  )
}

/**
 * What the background job does, now: with what the database says of the elections, heard of yet or not. An open transaction of
 * another test holds up the clearing of the disk; then it comes back, as the job does.
 */
export async function countNow(deps: Deps): Promise<void> {
  for (let tries = 0; tries < 3 && (tries === 0 || (await isHeldUp(deps))); tries++) {
    deps.elections.invalidate()
    await countBallots(deps, AbortSignal.timeout(30_000))
  }
}

const isHeldUp = async ({ pool }: Deps): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from elections where count_closed_at is not null
       and (traces_purged_at is null or certified_at is not null and key_destroyed_at is null)`,
  )
  return rowCount !== 0
}

/** As the site itself does: what is frozen changes by a signed correction. In the transaction of the change. */
export async function correctRecord(
  client: pg.PoolClient,
  key: BoardKey,
  { before, after, by, now }: { before: Election; after: Election; by: string; now: Instant },
): Promise<void> {
  const frozen = fieldsOfElection(before)
  const changes = [...fieldsOfElection(after)].flatMap(([field, value]) => {
    const was = frozen.get(field) ?? ''
    return was === value ? [] : { field, before: was, after: value }
  })
  const reason = 'The settings of the election were changed'
  if (changes.length > 0) await signCorrection(client, key, before.id, now, { by, reason, changes })
}

/** The commitments under which a ballot comes to stand on the board, in the order of its seats. */
export const commitmentsOf = (
  electionId: string,
  { choices, secret = '' }: SentBallot,
  seats: readonly Seat[] = defaultElection.seats,
): string[] =>
  createLeafMaker(sha256, electionId)
    .leavesOf(seats, fromHex(secret), choices)
    .map(({ commitment }) => toHex(commitment))

import { count, eq, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import { readLogPage } from '#server/audit/queries.ts'
import { readInBatches, type Queryable } from '#server/db/database.ts'
import { auditLog, electionOf } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { listCast, listPending } from '#server/elections/proxy/queries.ts'
import { readTurnout } from '#server/elections/results/results.ts'
import { readReadiness } from '#server/elections/settings/readiness.ts'
import { readSchedule } from '#server/elections/settings/schedule.ts'
import type { Person } from '#server/http/session.ts'
import { stageOf, votingIsOver } from '#shared/elections/lifecycle.ts'
import {
  observingEnds,
  observingIsOver,
  rollFileHeading,
  rollFileLine,
  type NamedRollLine,
} from '#shared/elections/observing/observing.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { pick } from '#shared/objects.ts'
import { electionsObservedBy } from './queries.ts'

type ObservingDeps = Pick<Deps, 'db' | 'clock' | 'elections'>

/** The election, if this observer was invited and may still look. Checked by every request: a removal takes effect at once. */
export async function observedElection(deps: ObservingDeps, observer: Person, id: string): Promise<Election> {
  const election = mustExist(await deps.elections.byId(id))
  if (!(await electionsObservedBy(deps.db, observer.id)).has(election.id)) throw new AppError('not-allowed')
  if (observingIsOver(election, deps.clock.now())) throw new AppError('observing-over')
  return election
}

/** Administrators may look at every election, observers at those they were invited to. */
export async function refuseUninvited(deps: ObservingDeps, person: Person, electionId: string): Promise<void> {
  if (person.role === 'observer') await observedElection(deps, person, electionId)
}

/** What this observer may look at now, the next election first. */
export async function listObserved(deps: ObservingDeps, observer: Person) {
  const now = deps.clock.now()
  const theirs = await electionsObservedBy(deps.db, observer.id)
  const all = await deps.elections.all()
  return {
    now,
    elections: all
      .filter((election) => theirs.has(election.id) && !observingIsOver(election, now))
      .toSorted((a, b) => b.votingOpens - a.votingOpens)
      .map((election) => ({
        id: election.id,
        title: election.title,
        stage: stageOf(election, now),
        endsAt: observingEnds(election),
      })),
  }
}

const shownSettings = [
  'seats',
  'candidacyFiling',
  'resultsVisible',
  'proxyNeedsSecondAdmin',
  'rehearsal',
  'eligibilityDate',
  'goodStandingOnly',
  'packagePublic',
] as const

/** Settings, readiness and progress of the election. Nothing here tells what anybody chose. */
export async function readObservedOverview(deps: Deps, election: Election) {
  const { readiness, now } = await readReadiness(deps, { role: 'observer' }, election.id)
  const byRegion = await readTurnout(deps, election)
  const pending = await listPending(deps.pool, election.id)
  const cast = await listCast(deps.pool, election.id)
  return {
    now,
    schedule: await readSchedule(deps, election.id),
    settings: pick(election, shownSettings),
    rollFrozenAt: election.rollFrozenAt,
    frozenAt: election.frozenAt,
    // What to do about it, and where, concerns administrators only.
    readiness: readiness.map(({ name, state, sentence }) => ({ name, state, sentence })),
    turnout: byRegion
      .map(({ region, cast: voted, eligible }) => ({ region, cast: voted, eligible: eligible ?? 0 }))
      .filter((one) => one.cast + one.eligible > 0),
    /** Never by region: that would tell whose ballots are in a batch. */
    counted: byRegion.reduce((all, one) => all + one.counted, 0),
    proxies: {
      waiting: pending.length,
      /** By name. Administrators keep the signed forms. */
      cast: cast.map(({ name, label, authority }) => ({ name, label, authority })),
    },
  }
}

const about = (electionId: string) => or(eq(auditLog.subject, electionId), sql`${electionOf} = ${electionId}`)

/**
 * What was done to this election, newest first, and how many other entries the log has. Those concern members and the site, not
 * observers; the check of the whole chain shows that none was changed or removed.
 */
export async function readElectionLog(db: Queryable, electionId: string, before: number | undefined) {
  const { entries, next } = await readLogPage(db, { before, among: about(electionId) })
  const [all] = await db.select({ entries: count() }).from(auditLog)
  const [theirs] = await db.select({ entries: count() }).from(auditLog).where(about(electionId))
  return {
    entries: entries.map(({ seq, at, action, by, about, reference, detail, hash }) => ({
      seq,
      at,
      action,
      by,
      about,
      reference,
      detail,
      hash,
    })),
    next,
    others: (all?.entries ?? 0) - (theirs?.entries ?? 0),
  }
}

type RollDeps = Pick<Deps, 'pool' | 'clock'>

const perPage = 100
const perBatch = 1000

/** The next lines, in the order of the published roll. */
export async function readRollPage(deps: RollDeps, election: Election, after: string | undefined) {
  const found = await readLines(deps.pool, { election, now: deps.clock.now(), after, limit: perPage + 1 })
  const lines = found.slice(0, perPage)
  return { lines, next: found.length > perPage ? (lines.at(-1)?.line ?? null) : null }
}

export async function* namedRollCsv({ pool, clock }: RollDeps, election: Election): AsyncGenerator<string> {
  yield rollFileHeading
  const read = (last: NamedRollLine | undefined) =>
    readLines(pool, { election, now: clock.now(), after: last?.line, limit: perBatch })
  for await (const rows of readInBatches(read)) yield rows.map(rollFileLine).join('')
}

interface Wanted {
  election: Election
  now: number
  after: string | undefined
  limit: number
}

async function readLines(pool: pg.Pool, { election, now, after, limit }: Wanted): Promise<NamedRollLine[]> {
  const over = votingIsOver(stageOf(election, now))
  const { rows } = await pool.query<NamedRollLine>(
    `select encode(r.line, 'hex') as line, encode(r.salt, 'hex') as salt, r.serial,
       concat_ws(' ', u.first_name, nullif(u.middle_name, ''), u.last_name, nullif(u.suffix, '')) as name, r.region,
       b.voter_id is not null as voted, case when $4 then b.proxy_by is not null end as "byProxy", r.added, r.struck
     from roll r join users u on u.id = r.voter_id
     left join ballots b on b.voter_id = r.voter_id and b.election_id = r.election_id
     where r.election_id = $1 and r.line > decode($2, 'hex') order by r.line limit $3`,
    [election.id, after ?? '', limit, over],
  )
  return rows
}

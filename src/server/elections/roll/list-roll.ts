import { sql, type SQL } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { wholeName } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { findElection } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { allMembers } from '#server/members/listing/queries.ts'
import { isOneOfLines, searchConditions } from '#server/members/listing/search.ts'
import { rollFreezes } from '#shared/elections/lifecycle.ts'
import {
  whyCannotCorrect,
  rollPerPage,
  type ListedVoter,
  type RollFilter,
  type RollListQuery,
  type RollPage,
  type RollState,
} from '#shared/elections/roll/roll.ts'
import { AppError } from '#shared/errors.ts'
import { rollRegions, type RollRegion } from '#shared/members/enums.ts'
import { hourMs } from '#shared/time.ts'
import { countEligible } from './queries.ts'

type RollDeps = Pick<Deps, 'db' | 'pool' | 'elections' | 'clock' | 'settings'>

/** Whether the roll is frozen, how many are on it, and how many of them voted. */
export async function readRollState(deps: RollDeps, id: string): Promise<RollState> {
  const election = await findElection(deps, id)
  const onRoll = await countEligible(deps.pool, election)
  const { rows } = await deps.pool.query<{ region: RollRegion; voted: number }>(
    `select region, "cast" as voted from turnout where election_id = $1`,
    [election.id],
  )
  const voted = new Map(rows.map((row) => [row.region, row.voted]))
  const counts = rollRegions.map((region) => ({
    region,
    onRoll: onRoll.get(region) ?? 0,
    voted: voted.get(region) ?? 0,
  }))
  return {
    electionId: election.id,
    title: election.title,
    freezesAt: rollFreezes(election),
    frozenAt: election.rollFrozenAt,
    goodStandingOnly: election.goodStandingOnly,
    recordSigned: election.frozenAt !== null,
    correctable: whyCannotCorrect(election, deps.clock.now()) === null,
    counts: counts.filter((one) => one.onRoll + one.voted > 0),
    proxies: await countProxies(deps, election.id),
  }
}

async function countProxies({ pool }: Pick<Deps, 'pool'>, electionId: string): Promise<number> {
  const { rows } = await pool.query<{ proxies: number }>(
    'select count(*)::int as proxies from ballots where election_id = $1 and proxy_by is not null',
    [electionId],
  )
  return rows[0]?.proxies ?? 0
}

const filters: Record<RollFilter, SQL> = {
  all: sql`r.struck is null`,
  voted: sql`r.struck is null and b.voter_id is not null`,
  'not voted': sql`r.struck is null and b.voter_id is null`,
  'by proxy': sql`r.struck is null and b.proxy_by is not null`,
  struck: sql`r.struck is not null`,
}

/**
 * A page of the roll by ID number, starting where the previous one ended: through the index, so that the thousandth page costs as
 * much as the first.
 */
export async function listRoll(deps: RollDeps, id: string, query: RollListQuery): Promise<RollPage> {
  const election = await findElection(deps, id)
  const found = query.q.trim() === '' ? [] : await searched(deps, query.q)
  if (found === null) return { voters: [], next: null }
  const conditions = [
    filters[query.show],
    ...(query.region ? [sql`r.region = ${query.region}`] : []),
    ...(query.after ? [sql`users.id_number > ${query.after}`] : []),
    ...(found.length > 0 ? [isOneOfLines(sql`users.id`, found)] : []),
  ]
  const { rows } = await deps.db.execute<ListedVoter & Record<string, unknown>>(sql`
    select users.id, ${wholeName} as name, id_number as "idNumber", rank, ms, r.region, r.added, r.struck,
      b.voter_id is not null as voted, b.proxy_by is not null as "byProxy", withdrawn_at is not null as withdrawn
    from users
      join roll r on r.voter_id = users.id and r.election_id = ${election.id}
      left join ballots b on b.voter_id = users.id and b.election_id = ${election.id}
    where ${sql.join(conditions, sql` and `)}
    order by users.id_number limit ${rollPerPage + 1}`)
  const voters = rows.slice(0, rollPerPage)
  return { voters, next: rows.length > rollPerPage ? (voters.at(-1)?.idNumber ?? null) : null }
}

const searched = async ({ db, settings }: Pick<Deps, 'db' | 'settings'>, typed: string): Promise<SQL[] | null> =>
  searchConditions(db, allMembers, { typed, idPrefix: (await settings()).idPrefix })

type How = 'screen' | 'search' | 'csv' | 'print'

/** Somebody who pages through the list or searches it is logged once in this time, not for every page. */
const sameLookMs = hourMs
const mostRemembered = 1000

/** Logs that somebody opened or searched the list of who voted, before any of it is sent. */
export function createListLog(deps: Pick<Deps, 'db' | 'clock' | 'elections'>) {
  const lastLook = new Map<string, number>()

  async function note(person: Person, id: string, how: How) {
    const election = await findElection(deps, id)
    if (election.rollFrozenAt === null) throw new AppError('roll-not-frozen')
    const isLook = how === 'screen' || how === 'search'
    const looked = `${person.id} ${election.id} ${how}`
    const now = performance.now()
    if (isLook) {
      const last = lastLook.get(looked)
      if (last !== undefined && now - last < sameLookMs) return election
    }
    await appendAudit(deps.db, deps.clock, {
      actor: person.id,
      action: 'roll list opened',
      subject: election.id,
      detail: { how },
    })
    if (isLook) {
      if (lastLook.size >= mostRemembered) lastLook.clear()
      lastLook.set(looked, now)
    }
    return election
  }
  return { note }
}

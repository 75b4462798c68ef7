import { and, eq } from 'drizzle-orm'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { type PgClient, type Queryable, inTransaction } from '#server/db/database.ts'
import { nominees, tallies, turnout } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { makeStatement } from '#server/elections/board/statements.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { asNominee } from '#server/elections/nominees.ts'
import { readTieDecisions } from '#server/elections/results/queries.ts'
import type { Person } from '#server/http/session.ts'
import type { CertifiedStanding } from '#shared/elections/closing/certificate.ts'
import {
  tiesOf,
  type CountFacts,
  type TieChoices,
  whyNotDecided,
  type TieDecisionForm,
} from '#shared/elections/closing/closing.ts'
import { byVotes, outcomeOf } from '#shared/elections/counting/standings.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { AppError } from '#shared/errors.ts'
import { rollRegions, type Service } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'

/** Votes, ballots and decisions as the database has them now; nothing from a cache. */
export async function readFinalCount(
  db: Queryable,
  client: PgClient,
  key: BoardKey,
  { id, seats }: Pick<Election, 'id' | 'seats'>,
) {
  const standings = await readStandings(db, id)
  const { decisions } = await readTieDecisions(client, key, id)
  const chosen: TieChoices = Object.fromEntries(decisions.map(({ ms, nomineeIds }) => [ms, nomineeIds]))
  const rows = await db
    .select({ region: turnout.region, cast: turnout.cast, counted: turnout.counted })
    .from(turnout)
    .where(eq(turnout.electionId, id))
  const byRegion = rollRegions.map(
    (region) => rows.find((row) => row.region === region) ?? { region, cast: 0, counted: 0 },
  )
  return {
    standings,
    decisions,
    ties: tiesOf(seats, standings, chosen),
    outcome: outcomeOf(seats, standings, chosen),
    byRegion,
    cast: byRegion.reduce((all, { cast }) => all + cast, 0),
    counted: byRegion.reduce((all, { counted }) => all + counted, 0),
  }
}
export type FinalCount = Awaited<ReturnType<typeof readFinalCount>>

export const countFactsOf = (
  election: Election,
  { cast, counted, ties }: Pick<FinalCount, 'cast' | 'counted' | 'ties'>,
  unopened: boolean,
  now: Instant,
): CountFacts => ({
  stage: stageOf(election, now),
  frozen: election.frozenAt !== null,
  tracesPurged: election.tracesPurgedAt !== null,
  cast,
  counted,
  unopened,
  openTies: ties.filter((tie) => !tie.settled).length,
})

async function readStandings(db: Queryable, electionId: string): Promise<CertifiedStanding[]> {
  const standing = await db
    .select({ id: nominees.id, data: nominees.data })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), eq(nominees.status, 'approved')))
  const counted = await db
    .select({ nomineeId: tallies.nomineeId, votes: tallies.votes })
    .from(tallies)
    .where(eq(tallies.electionId, electionId))
  const votesOf = new Map(counted.map(({ nomineeId, votes }) => [nomineeId, votes]))
  return standing
    .map(({ id, data }) => {
      const { name, rank, ms, region } = asNominee(id, data)
      return { nomineeId: id, name, rank, ms, region, votes: votesOf.get(id) ?? 0 }
    })
    .toSorted(byVotes)
}

/**
 * Records who was chosen among those with equal votes, and how. It can be changed until the election is certified; the log keeps
 * every decision.
 */
export async function decideTie(
  { db, clock, boardKey }: Pick<Deps, 'db' | 'clock' | 'boardKey'>,
  admin: Person,
  electionId: string,
  { ms, nomineeIds, reason }: TieDecisionForm & { ms: Service },
): Promise<void> {
  await inTransaction({ db }, async (tx, client) => {
    const election = await lockElection(tx, electionId)
    const now = clock.now()
    const stage = stageOf(election, now)
    if (stage === 'certified') throw new AppError('election-certified')
    const count = await readFinalCount(tx, client, boardKey, election)
    if (stage !== 'counted' || count.cast !== count.counted) throw new AppError('voting-not-over')
    const tie = count.ties.find((one) => one.ms === ms)
    const why = whyNotDecided(tie, nomineeIds)
    if (why) throw new AppError(why, tie && { values: { n: tie.seats } })
    const number = (await readTieDecisions(client, boardKey, electionId)).made.length
    const decision = {
      service: ms,
      chosen: nomineeIds,
      reason,
      by: signatureOf(admin),
      at: new Date(now).toISOString(),
    }
    await makeStatement(client, boardKey, { type: 'decision/1', election: electionId, number, ...decision }, number)
    await appendAudit(tx, now, {
      actor: admin.id,
      action: 'tie decided',
      subject: electionId,
      detail: { ms, chosen: nomineeIds.join(', '), reason },
    })
  })
}

import { eq, sql } from 'drizzle-orm'
import type { Certificate, CertifiedTie } from '#shared/elections/closing/certificate.ts'
import { whyCannotCertify } from '#shared/elections/closing/closing.ts'
import { byVotes } from '#shared/elections/counting/standings.ts'
import { AppError } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import type { Person } from '#server/http/session.ts'
import { shareAccount } from '#server/accounts/queries.ts'
import { appendAudit, lockLog, verifyAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { wipeRehearsal } from '#server/elections/settings/queries.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { countUnopened } from '#server/elections/counting/unopened.ts'
import { countOnRoll } from '#server/elections/roll/queries.ts'
import { countFactsOf, lockToClose, readFinalCount, type FinalCount } from './final-count.ts'
import { countProxies } from '#server/elections/proxy/queries.ts'
import { totalsAgree } from './queries.ts'

type CertifyDeps = Pick<Deps, 'db' | 'pool' | 'vault' | 'clock' | 'elections'>

/**
 * Freezes the result. The counting job then destroys the key to the ballots, which takes a while that nobody waits for: from
 * there on not even who runs the server can tell how anybody voted.
 */
export async function certify(deps: CertifyDeps, admin: Person, electionId: string): Promise<Certificate> {
  const known = await deps.elections.byId(electionId)
  if (!known) throw new AppError('not-found')
  const unopened = await countUnopened(deps, known)
  // A long log takes seconds to read, so that is done before anybody has to wait for it.
  const before = wholeOrRefuse(await verifyAudit(deps.db))
  return inTransaction({ db: deps.db, lock: 'counting' }, async (tx) => {
    const election = await lockToClose(tx, electionId)
    const count = await readFinalCount(tx, election)
    const why = whyCannotCertify(countFactsOf(election, count, unopened, deps.clock.now()))
    if (why) throw new AppError(why, { values: { n: unopened } })
    // The key is the last proof of what was cast, so it is not destroyed while something does not add up.
    if (!(await totalsAgree(tx, electionId))) throw new AppError('totals-differ')
    // Before the log, as everybody takes them who answers a request.
    await shareAccount(tx, admin.id)
    // From here on nobody else appends: the next entry is this certification's own.
    await lockLog(tx)
    const log = wholeOrRefuse(await verifyAudit(tx, before))
    const frozen = await drawUp(tx, { election, count, log, certifiedBy: admin.name, now: deps.clock.now() })
    // A rehearsal that nobody ended leaves nothing behind either.
    await wipeRehearsal(tx, electionId)
    await tx
      .update(elections)
      .set({
        certifiedAt: new Date(frozen.certifiedAt),
        certifiedBy: admin.id,
        certificate: frozen,
        rehearsal: false,
        version: sql`${elections.version} + 1`,
      })
      .where(eq(elections.id, electionId))
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'election certified',
      subject: electionId,
      detail: { ballots: frozen.ballots, proxies: frozen.proxies, lastHash: frozen.lastHash },
    })
    return frozen
  })
}

function wholeOrRefuse(verdict: Awaited<ReturnType<typeof verifyAudit>>) {
  if (!verdict.ok) throw new AppError('log-broken')
  return verdict
}

async function drawUp(
  tx: Queryable,
  {
    election,
    count,
    log,
    certifiedBy,
    now,
  }: {
    election: Election
    count: FinalCount
    log: { entries: number; lastHash: string }
    certifiedBy: string
    now: Instant
  },
): Promise<Certificate> {
  const eligible = await countOnRoll(tx, election.id)
  const elected = new Set(count.outcome.elected.map(({ nomineeId }) => nomineeId))
  return {
    title: election.title,
    certifiedAt: now,
    certifiedBy,
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
    seats: election.seats,
    elected: count.standings.filter(({ nomineeId }) => elected.has(nomineeId)).toSorted(byVotes),
    vacant: count.outcome.vacant,
    standings: count.standings,
    ballots: count.cast,
    proxies: await countProxies(tx, election.id),
    turnout: count.byRegion.map(({ region, cast }) => ({
      region,
      cast,
      eligible: eligible.get(region) ?? 0,
    })),
    ties: tiesAsCertified(count),
    lastHash: log.lastHash,
    logEntries: log.entries,
  }
}

function tiesAsCertified({ ties, decisions, standings }: FinalCount): CertifiedTie[] {
  const named = (ids: readonly string[]) =>
    standings.filter(({ nomineeId }) => ids.includes(nomineeId)).map(({ nomineeId, name }) => ({ nomineeId, name }))
  return ties.flatMap(({ ms, votes, seats, nomineeIds }) => {
    const decision = decisions.find((one) => one.ms === ms)
    if (!decision) return []
    return {
      ms,
      votes,
      seats,
      tied: named(nomineeIds),
      chosen: named(decision.nomineeIds),
      reason: decision.reason,
      decidedBy: decision.decidedBy,
      decidedAt: decision.decidedAt.getTime(),
    }
  })
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Standing, Tie } from '#shared/elections/standings.ts'
import { AppError } from '#shared/errors.ts'
import type { Region } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import type { Person } from '#server/accounts/session.ts'
import { appendAudit, verifyAudit } from '#server/audit/audit.ts'
import { elections, tieDecisions } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readCounted, readResults } from '../voting/results.ts'

/** The result as it was certified: everything the certificate says, frozen. */
export interface Certificate {
  title: string
  certifiedAt: Instant
  certifiedBy: string
  votingOpens: Instant
  votingCloses: Instant
  seats: { slot: string; ms: string }[]
  elected: Standing[]
  vacant: { ms: string; seats: number }[]
  standings: Standing[]
  ballots: number
  proxies: number
  turnout: { region: Region; cast: number; eligible: number | null }[]
  ties: { ms: string; nomineeIds: string[]; reason: string }[]
  /** Of the log as it stood: a log cut off or altered later does not end in it. */
  lastHash: string
  logEntries: number
}

/**
 * Freezes the result and destroys the key to the ballots: from here on nobody, not even who runs the server, can tell how
 * anybody voted.
 */
export async function certify(deps: Deps, admin: Person, electionId: string): Promise<Certificate> {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  if (election.certifiedAt !== null) throw new AppError('election-certified')
  if (election.shuffledAt === null) throw new AppError('voting-not-over')
  const { outcome, standings } = await readCounted(deps, election, false)
  const open: Tie[] = outcome.ties
  if (open.length > 0) throw new AppError('ties-unresolved')
  const results = await readResults(deps, electionId, false)
  if (results.cast !== results.counted) throw new AppError('voting-not-over')
  const log = await verifyAudit(deps.db)
  if (!log.ok) throw new AppError('log-broken')
  const certificate: Certificate = {
    title: election.title,
    certifiedAt: deps.clock.now(),
    certifiedBy: admin.name,
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
    seats: election.seats,
    elected: outcome.elected,
    vacant: outcome.vacant,
    standings,
    ballots: results.cast,
    proxies: await countProxies(deps, electionId),
    turnout: results.turnout,
    ties: await deps.db
      .select({ ms: tieDecisions.ms, nomineeIds: tieDecisions.nomineeIds, reason: tieDecisions.reason })
      .from(tieDecisions)
      .where(eq(tieDecisions.electionId, electionId)),
    lastHash: log.lastHash,
    logEntries: log.entries,
  }
  await deps.db.transaction(async (tx) => {
    const frozen = await tx
      .update(elections)
      .set({
        certifiedAt: new Date(certificate.certifiedAt),
        certifiedBy: admin.id,
        certificate: { ...certificate },
        version: sql`${elections.version} + 1`,
      })
      .where(and(eq(elections.id, electionId), isNull(elections.certifiedAt)))
      .returning({ id: elections.id })
    if (frozen.length === 0) throw new AppError('election-certified')
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'election certified',
      subject: electionId,
      detail: { ballots: certificate.ballots, proxies: certificate.proxies, lastHash: certificate.lastHash },
    })
  })
  await deps.vault.destroy(electionId)
  return certificate
}

async function countProxies({ pool }: Pick<Deps, 'pool'>, electionId: string): Promise<number> {
  const { rows } = await pool.query<{ proxies: number }>(
    'select count(*)::int as proxies from ballots where election_id = $1 and not rehearsal and proxy_label is not null',
    [electionId],
  )
  return rows[0]?.proxies ?? 0
}

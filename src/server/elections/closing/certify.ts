import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { shareAccount } from '#server/accounts/queries.ts'
import { appendAudit, lockLog, verifyAudit } from '#server/audit/audit.ts'
import { inTransaction, type PgClient } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lastStatement, makeStatement } from '#server/elections/board/statements.ts'
import { countUnopened } from '#server/elections/counting/count-ballots.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { Differs } from '#server/elections/recount/differs.ts'
import { checkDecisions } from '#server/elections/recount/log-entries.ts'
import { recountToCertify, type Recounted } from '#server/elections/recount/recount.ts'
import { findSignedCertificate } from '#server/elections/results/queries.ts'
import { wipeRehearsal } from '#server/elections/settings/queries.ts'
import type { Person } from '#server/http/session.ts'
import { type Certificate, certificateStatement } from '#shared/elections/closing/certificate.ts'
import {
  decidedTies,
  whyCannotCertify,
  type TieChoices,
  whyCannotCountersign,
} from '#shared/elections/closing/closing.ts'
import { byVotes, outcomeOf } from '#shared/elections/counting/standings.ts'
import { describeDifference } from '#shared/elections/recount/recount.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { rollRegions } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { countFactsOf, readFinalCount } from './final-count.ts'

type CertifyDeps = Pick<Deps, 'db' | 'pool' | 'vault' | 'boardKey' | 'clock' | 'elections'>

/**
 * Recounts everything and freezes the result. The counting job then destroys the key to the ballots, which takes a while that
 * nobody waits for: from there on not even who runs the server can tell how anybody voted. The key is the last proof of what
 * was cast, so nothing is certified while the recount finds a difference.
 */
export async function certify(
  deps: CertifyDeps,
  admin: Person,
  electionId: string,
  shown?: readonly string[],
): Promise<Certificate> {
  await refuseUnready(deps, electionId)
  const found = await recounted(deps, electionId)
  return inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    const election = await lockElection(tx, electionId)
    if (election.certifiedAt !== null) throw new AppError('election-certified')
    await refuseChanged(client, election, found)
    // Before the log, as everybody takes them who answers a request.
    await shareAccount(tx, admin.id)
    // From here on nobody else appends: the next entry is this certification's own.
    await lockLog(tx)
    const log = await verifyAudit(tx, found.log)
    if (!log.ok) throw new AppError('log-broken')
    const certificate = drawUp(found, { log, certifiedBy: signatureOf(admin), now: deps.clock.now() })
    const elected = certificate.elected.map(({ nomineeId }) => nomineeId)
    if (shown && shown.toSorted().join() !== elected.toSorted().join()) throw new AppError('edited-meanwhile')
    const { head, record, participation } = found
    const statement = certificateStatement(certificate, { election: electionId, head, record, participation })
    const hash = await makeStatement(client, deps.boardKey, statement)
    // A rehearsal that nobody ended leaves nothing behind either.
    await wipeRehearsal(tx, electionId)
    await tx
      .update(elections)
      .set({
        certifiedAt: certificate.certifiedAt,
        certifiedBy: admin.id,
        certificate,
        version: sql`${elections.version} + 1`,
      })
      .where(eq(elections.id, electionId))
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'election certified',
      subject: electionId,
      detail: { ballots: certificate.ballots, proxies: certificate.proxies, lastHash: certificate.lastHash, hash },
    })
    return certificate
  })
}

/** What can be told at once is not told after a recount; but of ties only what was recounted tells. */
async function refuseUnready(deps: CertifyDeps, electionId: string): Promise<void> {
  const election = mustExist(await deps.elections.byId(electionId))
  const unopened = await countUnopened(deps, election)
  const count = await readFinalCount(deps.db, election)
  const why = whyCannotCertify({ ...countFactsOf(election, count, unopened, deps.clock.now()), openTies: 0 })
  if (why) throw new AppError(why, { values: { n: unopened } })
}

async function recounted(deps: CertifyDeps, electionId: string): Promise<Recounted> {
  try {
    return await recountToCertify(deps, electionId)
  } catch (error) {
    if (!(error instanceof Differs)) throw error
    if (error.difference.check === 'log-broken') throw new AppError('log-broken')
    throw new AppError('recount-differs', { values: { difference: describeDifference(error.difference) } })
  }
}

/**
 * After the count nothing writes to what was recounted but the decision of a tie, a change of the election or a correction of its
 * roll. The figures are the recount's own in any case: who changes a row meanwhile changes no certificate.
 */
async function refuseChanged(client: pg.PoolClient, election: Election, found: Recounted): Promise<void> {
  const head = await lastStatement(client, { electionId: election.id }, 'head/1')
  const correction = await lastStatement(client, { electionId: election.id }, 'correction/1')
  const decisions = await checkDecisions(client, election.id)
  const same =
    election.revision === found.election.revision &&
    head?.hash === found.head &&
    (correction === null || correction.hash === found.record) &&
    JSON.stringify(decisions) === JSON.stringify(found.decisions)
  if (!same) throw new AppError('changed-since-recount')
}

interface Certification {
  log: { entries: number; lastHash: string }
  certifiedBy: string
  now: Instant
}

function drawUp(found: Recounted, { log, certifiedBy, now }: Certification): Certificate {
  const { election, standings, decisions, byRegion } = found
  const chosen: TieChoices = Object.fromEntries(decisions.map(({ ms, nomineeIds }) => [ms, nomineeIds]))
  const outcome = outcomeOf(election.seats, standings, chosen)
  if (outcome.ties.length > 0) throw new AppError('ties-unresolved')
  return {
    title: election.title,
    certifiedAt: now,
    certifiedBy,
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
    seats: election.seats,
    elected: outcome.elected.toSorted(byVotes),
    vacant: outcome.vacant,
    standings,
    ballots: found.figures.ballots,
    proxies: found.figures.proxies,
    turnout: rollRegions.map((region) => ({ region, ...byRegion[region] })),
    ties: decidedTies(election.seats, standings, decisions),
    lastHash: log.lastHash,
    logEntries: log.entries,
  }
}

/**
 * Somebody else puts their name to the certificate: to the one they were shown, which its hash says. Who has done so is known by
 * the log, for the statement names people as the certificate does.
 */
export async function countersign(
  deps: Pick<Deps, 'db' | 'pool' | 'boardKey' | 'clock'>,
  person: Person,
  electionId: string,
  shown: { certificate: string },
): Promise<void> {
  const certificate = mustExist(await findSignedCertificate(deps, electionId), 'not-certified')
  if (certificate.hash !== shown.certificate) throw new AppError('edited-meanwhile')
  await inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    await lockElection(tx, electionId)
    refuseIf(whyCannotCountersign(await readSigners(client, electionId), person))
    await shareAccount(tx, person.id)
    const now = deps.clock.now()
    await makeStatement(
      client,
      deps.boardKey,
      {
        type: 'countersignature/1',
        election: electionId,
        certificate: certificate.hash,
        by: signatureOf(person),
        role: person.role === 'admin' ? 'administrator' : 'observer',
        at: new Date(now).toISOString(),
      },
      await nextNumber(client, electionId),
    )
    // Whatever is kept of the election, its certificate as PDF too, is made anew.
    await tx
      .update(elections)
      .set({ version: sql`${elections.version} + 1` })
      .where(eq(elections.id, electionId))
    await appendAudit(tx, now, {
      actor: person.id,
      action: 'certificate countersigned',
      subject: electionId,
    })
  })
}

/** Who certified, and who has countersigned. */
export async function readSigners(
  db: PgClient,
  electionId: string,
): Promise<{ certifiedBy: string | null; signed: string[] }> {
  const certified = await db.query<{ certified_by: string | null }>(
    'select certified_by from elections where id = $1',
    [electionId],
  )
  const { rows } = await db.query<{ actor: string }>(
    `select actor from audit_log where action = 'certificate countersigned' and subject = $1`,
    [electionId],
  )
  return { certifiedBy: certified.rows[0]?.certified_by ?? null, signed: rows.map(({ actor }) => actor) }
}

async function nextNumber(db: PgClient, electionId: string): Promise<number> {
  const { rows } = await db.query<{ next: number }>(
    `select coalesce(max(number) + 1, 0) as next from signed_statements
     where election_id = $1 and type = 'countersignature/1'`,
    [electionId],
  )
  return rows[0]?.next ?? 0
}

import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { shareAccount } from '#server/accounts/queries.ts'
import { appendAudit, lockLog, verifyAudit } from '#server/audit/audit.ts'
import { inTransaction, type PgClient } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { isSignedBy, type BoardKey } from '#server/elections/board/board-key.ts'
import { BoardMismatch } from '#server/elections/board/mismatch.ts'
import { keepStatement, makeStatement, nextNumber, parseStatement } from '#server/elections/board/statements.ts'
import { findOwnWitness, readWitnesses } from '#server/elections/board/witnesses.ts'
import { hasUnopenableBallots } from '#server/elections/counting/count-ballots.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { checkDecisions } from '#server/elections/recount/log-entries.ts'
import { recountToCertify, type RecountResult } from '#server/elections/recount/recount.ts'
import { findSignedCertificate } from '#server/elections/results/queries.ts'
import { wipeRehearsal } from '#server/elections/settings/queries.ts'
import { verifierHash } from '#server/http/built-files.ts'
import type { Person } from '#server/http/session.ts'
import { statementText, type Signed } from '#shared/elections/board/statements.ts'
import { type Certificate, certificateStatement, inSeatOrder } from '#shared/elections/closing/certificate.ts'
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
import { minuteMs, type Instant } from '#shared/time.ts'
import { countFactsOf, readFinalCount } from './final-count.ts'

type CertifyDeps = Pick<Deps, 'db' | 'pool' | 'vault' | 'boardKey' | 'signed' | 'clock' | 'elections'>

/**
 * Recounts everything and freezes the result. The counting job then destroys the ballot key, which takes a while and which nobody
 * waits for: from then on not even the person running the server can tell how anybody voted. The key is the last proof of what
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
  const verifier = await verifierHash()
  return inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    const election = await lockElection(tx, electionId)
    if (election.certifiedAt !== null) throw new AppError('election-certified')
    await refuseChanged(deps, client, election, found)
    // Before the log, in the order in which every request takes its locks.
    await shareAccount(tx, admin.id)
    // From here on nobody else appends: the next entry is the one about this certification.
    await lockLog(tx)
    const log = await verifyAudit(tx, found.log)
    if (!log.ok) throw new AppError('log-broken')
    const witnesses = await listWitnesses(client, deps.signed.key, electionId)
    const certifiedBy = signatureOf(admin)
    const certificate = drawUp(found, { log, certifiedBy, witnesses, verifier, now: deps.clock.now() })
    const elected = certificate.elected.map(({ nomineeId }) => nomineeId)
    if (shown && shown.toSorted().join() !== elected.toSorted().join()) throw new AppError('edited-meanwhile')
    const { head, record, participation } = found
    const statement = certificateStatement(certificate, { election: electionId, head, record, participation })
    const hash = await makeStatement(client, deps.signed.key, statement)
    // A rehearsal that nobody ended is wiped too.
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

/** Refuses early what needs no recount; only ties have to wait for it. */
async function refuseUnready(deps: CertifyDeps, electionId: string): Promise<void> {
  const election = mustExist(await deps.elections.byId(electionId))
  const unopened = await hasUnopenableBallots(deps, election)
  const count = await readFinalCount(deps.db, deps.pool, deps.boardKey, election)
  const why = whyCannotCertify({ ...countFactsOf(election, count, unopened, deps.clock.now()), openTies: 0 })
  refuseIf(why)
}

async function recounted(deps: CertifyDeps, electionId: string): Promise<RecountResult> {
  try {
    return await recountToCertify(deps, electionId)
  } catch (error) {
    if (!(error instanceof BoardMismatch)) throw error
    if (error.difference.check === 'log-broken') throw new AppError('log-broken')
    throw new AppError('recount-differs', { values: { difference: describeDifference(error.difference) } })
  }
}

/**
 * After the count, only a tie decision, a change to the election or a roll correction writes to what was recounted. The figures
 * come from the recount anyway: changing a row meanwhile does not change the certificate.
 */
async function refuseChanged(
  { signed }: Pick<Deps, 'signed'>,
  client: pg.PoolClient,
  election: Election,
  found: RecountResult,
): Promise<void> {
  const { head, hashes } = await signed.read(client, election.id)
  const decisions = await checkDecisions(client, signed.key, election.id)
  const same =
    election.revision === found.election.revision &&
    head?.hash === found.head &&
    hashes.at(-1) === found.record &&
    JSON.stringify(decisions) === JSON.stringify(found.decisions)
  if (!same) throw new AppError('changed-since-recount')
}

/** Who followed the board: the people who signed heads, with their first and last one. */
async function listWitnesses(db: PgClient, key: BoardKey, electionId: string): Promise<Certificate['witnesses']> {
  const named = [...(await readWitnesses(db, key, electionId)).values()]
  const { rows } = await db.query<{ key: string; from: number; to: number }>(
    `select witness as key, min(number) as from, max(number) as to from cosignatures where election_id = $1 group by 1`,
    [electionId],
  )
  const followed = new Map(rows.map((row) => [row.key, row]))
  return named.flatMap(({ name, key: witness }) => {
    const heads = followed.get(witness)
    return heads ? { name, key: witness, from: heads.from, to: heads.to } : []
  })
}

interface Certification extends Pick<Certificate, 'certifiedBy' | 'witnesses' | 'verifier'> {
  log: { entries: number; lastHash: string }
  now: Instant
}

function drawUp(found: RecountResult, { log, now, ...content }: Certification): Certificate {
  const { election, standings, decisions, byRegion } = found
  const chosen: TieChoices = Object.fromEntries(decisions.map(({ ms, nomineeIds }) => [ms, nomineeIds]))
  const outcome = outcomeOf(election.seats, standings, chosen)
  if (outcome.ties.length > 0) throw new AppError('ties-unresolved')
  return {
    title: election.title,
    certifiedAt: now,
    ...content,
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
    seats: election.seats,
    elected: inSeatOrder({ seats: election.seats, elected: outcome.elected.toSorted(byVotes) }),
    vacant: outcome.vacant,
    standings,
    ballots: found.figures.ballots,
    proxies: found.figures.proxies,
    helped: found.figures.helped,
    turnout: rollRegions.map((region) => ({ region, ...byRegion[region] })),
    ties: decidedTies(election.seats, standings, decisions),
    lastHash: log.lastHash,
    logEntries: log.entries,
  }
}

/**
 * Somebody else adds their name to the certificate, signing with the key of their own browser; the hash says which certificate
 * they were shown. The log knows who it was: like the certificate, the statement has only names.
 */
export async function countersign(
  deps: Pick<Deps, 'db' | 'pool' | 'boardKey' | 'clock'>,
  person: Person,
  electionId: string,
  signed: Signed,
): Promise<void> {
  const { content: certificate, hash } = mustExist(await findSignedCertificate(deps, electionId), 'not-certified')
  const { witness: key, at, certificate: confirmed } = parseStatement(signed.statement)
  if (typeof key !== 'string' || typeof at !== 'string') throw new AppError('signature-wrong')
  if (confirmed !== hash) throw new AppError('edited-meanwhile')
  await inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    await lockElection(tx, electionId)
    refuseIf(whyCannotCountersign(await readSigners(client, electionId), person))
    await shareAccount(tx, person.id)
    const now = deps.clock.now()
    const { name: by, role } = await findOwnWitness(client, deps.boardKey, { electionId, personId: person.id, key })
    const about = { type: 'countersignature/1', election: electionId } as const
    const content = { ...about, certificate: hash, witness: key, by, role, at }
    const isWhole = statementText(content) === signed.statement && isBetween(at, certificate.certifiedAt, now)
    if (!isWhole || !isSignedBy(key, about.type, signed)) throw new AppError('signature-wrong')
    await keepStatement(client, about, signed, await nextNumber(client, electionId, about.type))
    // Everything cached about the election, including the PDF of its certificate, is made again.
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

/** A time written by the browser: later than the certificate and not in the future, allowing for a clock slightly ahead. */
function isBetween(at: string, first: string, now: Instant): boolean {
  const time = Date.parse(at)
  return !Number.isNaN(time) && new Date(time).toISOString() === at && at >= first && time <= now + minuteMs
}

/** Who certified and who has countersigned. */
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

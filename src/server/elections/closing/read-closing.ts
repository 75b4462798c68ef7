import { count, eq } from 'drizzle-orm'
import { pendingProxies } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { isSignedBy } from '#server/elections/board/board-key.ts'
import { BoardMismatch } from '#server/elections/board/mismatch.ts'
import { differsOrThrow } from '#server/elections/board/signed-election.ts'
import { asStored, eachStatement } from '#server/elections/board/statements.ts'
import { readWitnesses } from '#server/elections/board/witnesses.ts'
import { hasUnopenableBallots } from '#server/elections/counting/count-ballots.ts'
import { countProxies } from '#server/elections/proxy/queries.ts'
import { findCertificate, findSignedCertificate } from '#server/elections/results/queries.ts'
import type { Person } from '#server/http/session.ts'
import type { CertificateStatement, Countersignature } from '#shared/elections/board/statements.ts'
import { inSeatOrder, type Certificate, type CertifiedStanding } from '#shared/elections/closing/certificate.ts'
import { whyCannotCertify, whyCannotCountersign } from '#shared/elections/closing/closing.ts'
import { hasReached, stageOf, type Stage } from '#shared/elections/lifecycle.ts'
import { vacantText } from '#shared/elections/results/results.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { mustExist } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import { sentenceFor } from '#shared/text.ts'
import type { Instant } from '#shared/time.ts'
import { readSigners } from './certify.ts'
import { countFactsOf, readFinalCount, type FinalCount } from './final-count.ts'
import { previewPublication } from './publish.ts'

interface ClosingTie {
  ms: Service
  votes: number
  seats: number
  nominees: { nomineeId: string; name: string; rank: string }[]
  decision: { nomineeIds: readonly string[]; reason: string; decidedBy: string; decidedAt: Instant } | null
}

export async function readClosing(
  deps: Pick<Deps, 'db' | 'pool' | 'vault' | 'boardKey' | 'signed' | 'elections' | 'clock'>,
  person: Pick<Person, 'id'>,
  id: string,
) {
  const election = mustExist(await deps.elections.byId(id))
  const now = deps.clock.now()
  const certificate = await findCertificate(deps, id)
  const [waiting] = await deps.db
    .select({ proxies: count() })
    .from(pendingProxies)
    .where(eq(pendingProxies.electionId, id))
  const counted = await readFinalCount(deps.db, deps.pool, deps.boardKey, election)
  const unopened = await hasUnopenableBallots(deps, election).catch(differsOrThrow)
  const stage = stageOf(election, now)
  const differs = unopened instanceof BoardMismatch ? unopened : null
  const why = whyCannotCertify(countFactsOf(election, counted, unopened === true, now))
  return {
    electionId: id,
    title: election.title,
    stage,
    now,
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
    cast: counted.cast,
    counted: counted.counted,
    /** Some uncounted ballots cannot be opened. */
    unopened: unopened === true,
    ...shownOutcome({ stage, seats: election.seats }, counted, certificate),
    proxies: { cast: certificate?.proxies ?? (await countProxies(deps.db, id)), waiting: waiting?.proxies ?? 0 },
    /** What prevents certification; null if nothing does, or it is done. */
    obstacle: certificate === null ? obstacleOf(differs, why) : null,
    certificate: certificate && summaryOf(certificate),
    /** How it was signed; null before certification, and for certificates from before they were signed. */
    signature: await readSignature(deps, person, id),
    /** The key is destroyed and the sealed ballots are gone, also from the disk. */
    keyDestroyed: election.keyDestroyedAt !== null,
    publishedAt: election.publishedAt,
    /** Who would be added to the leadership page and who removed; null before certification and after publication. */
    publication:
      certificate && election.publishedAt === null ? await previewPublication(deps.db, certificate.elected) : null,
  }
}
export type Closing = Awaited<ReturnType<typeof readClosing>>

function obstacleOf(differs: BoardMismatch | null, why: ReturnType<typeof whyCannotCertify>) {
  if (differs) return { code: differs.code, sentence: sentenceFor(differs.code) }
  return why && { code: why, sentence: sentenceFor(why) }
}

async function readSignature(deps: Pick<Deps, 'pool' | 'boardKey'>, person: Pick<Person, 'id'>, id: string) {
  const signed = await readSignedCertificate(deps, id)
  if (!signed) return null
  const { hash, fingerprint, countersignatures } = signed
  const mayCountersign = whyCannotCountersign(await readSigners(deps.pool, id), person) === null
  return { hash, fingerprint, countersignatures, mayCountersign }
}

const summaryOf = ({ certifiedAt, certifiedBy, ballots, proxies, lastHash, logEntries }: Certificate) => ({
  certifiedAt,
  certifiedBy,
  ballots,
  proxies,
  lastHash,
  logEntries,
})

interface Outcome {
  elected: CertifiedStanding[]
  ties: ClosingTie[]
  vacant: { ms: Service; sentence: string }[]
}

/**
 * Certified numbers come from the certificate alone. Before the count is final there are none: nobody learns them ahead of the
 * members.
 */
function shownOutcome(
  { stage, seats }: { stage: Stage; seats: Seat[] },
  counted: FinalCount,
  certificate: Certificate | null,
): Outcome {
  const { standings } = certificate ?? counted
  const withReason = (vacant: Certificate['vacant']) =>
    vacant.map((one) => ({ ms: one.ms, sentence: vacantText(one, standings) }))
  const rankOf = new Map(standings.map(({ nomineeId, rank }) => [nomineeId, rank]))
  if (certificate)
    return {
      elected: certificate.elected,
      vacant: withReason(certificate.vacant),
      ties: certificate.ties.map(({ tied, chosen, reason, decidedBy, decidedAt, ...tie }) => ({
        ...tie,
        nominees: tied.map((one) => ({ ...one, rank: rankOf.get(one.nomineeId) ?? '' })),
        decision: { nomineeIds: chosen.map(({ nomineeId }) => nomineeId), reason, decidedBy, decidedAt },
      })),
    }
  if (!hasReached(stage, 'counted')) return { elected: [], ties: [], vacant: [] }
  const elected = new Set(counted.outcome.elected.map(({ nomineeId }) => nomineeId))
  return {
    elected: inSeatOrder({ seats, elected: counted.standings.filter(({ nomineeId }) => elected.has(nomineeId)) }),
    vacant: withReason(counted.outcome.vacant),
    ties: counted.ties.map(({ ms, votes, seats, nomineeIds, settled }) => {
      const decided = settled ? counted.decisions.find((one) => one.ms === ms) : undefined
      return {
        ms,
        votes,
        seats,
        nominees: counted.standings
          .filter(({ nomineeId }) => nomineeIds.includes(nomineeId))
          .map(({ nomineeId, name, rank }) => ({ nomineeId, name, rank })),
        decision: decided
          ? {
              nomineeIds: decided.nomineeIds,
              reason: decided.reason,
              decidedBy: decided.decidedBy,
              decidedAt: decided.decidedAt,
            }
          : null,
      }
    }),
  }
}

/** A certificate as it was signed, and who else has signed it. */
export interface SignedCertificate {
  content: CertificateStatement
  /** Countersignatures and people refer to it by this. */
  hash: string
  fingerprint: string
  countersignatures: Pick<Countersignature, 'by' | 'role' | 'at'>[]
}

/** Null before certification, and for certificates from before they were signed. */
export async function readSignedCertificate(
  deps: Pick<Deps, 'pool' | 'boardKey'>,
  electionId: string,
): Promise<SignedCertificate | null> {
  const found = await findSignedCertificate(deps, electionId)
  if (!found) return null
  const countersignatures: SignedCertificate['countersignatures'] = []
  const witnesses = await readWitnesses(deps.pool, deps.boardKey, electionId)
  for await (const { signed } of eachStatement(deps.pool, electionId, 'countersignature/1')) {
    const { content } = asStored<'countersignature/1'>({ type: 'countersignature/1', ...signed })
    const witness = witnesses.get(content.witness)
    const isTheirs = witness?.name === content.by && witness.role === content.role && content.certificate === found.hash
    // Somebody wrote it into the database without being able to sign it.
    if (!isTheirs || !isSignedBy(content.witness, 'countersignature/1', signed)) continue
    countersignatures.push({ by: content.by, role: content.role, at: content.at })
  }
  return { content: found.content, hash: found.hash, fingerprint: deps.boardKey.fingerprint, countersignatures }
}

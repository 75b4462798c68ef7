import { eq } from 'drizzle-orm'
import { signatureColumn } from '#server/accounts/administrator-queries.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections, tieDecisions, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lastStatement, type Found } from '#server/elections/board/statements.ts'
import { type Certificate, certificateOf } from '#shared/elections/closing/certificate.ts'
import type { TieDecision } from '#shared/elections/closing/closing.ts'
import { AppError } from '#shared/errors.ts'

type CertificateDeps = Pick<Deps, 'db' | 'pool' | 'boardKey'>

/**
 * What was certified; null before. It is what the site has signed, not what a row of the database says meanwhile. Only a
 * certificate from before there were signed ones is read from there.
 */
export async function findCertificate(deps: CertificateDeps, electionId: string): Promise<Certificate | null> {
  const [found] = await deps.db
    .select({ certificate: elections.certificate })
    .from(elections)
    .where(eq(elections.id, electionId))
  if (!found?.certificate) return null
  const signed = await findSignedCertificate(deps, electionId)
  if (signed) return certificateOf(signed.said)
  if (await lastStatement(deps.pool, { electionId }, 'head/1')) throw new AppError('certificate-unsigned')
  return found.certificate
}

/** As it was signed; null when nothing was. Refuses one that this site has not signed. */
export async function findSignedCertificate(
  { pool, boardKey }: Pick<Deps, 'pool' | 'boardKey'>,
  electionId: string,
): Promise<Found<'certificate/1'> | null> {
  const found = await lastStatement(pool, { electionId }, 'certificate/1')
  if (found && (!boardKey.isSigned('certificate/1', found.signed) || found.said.election !== electionId))
    throw new AppError('certificate-unsigned')
  return found
}

/** What was decided about ties, with the name of whoever recorded it. */
export async function readTieDecisions(
  db: Queryable,
  electionId: string,
): Promise<(TieDecision & { nomineeIds: string[] })[]> {
  return db
    .select({
      ms: tieDecisions.ms,
      nomineeIds: tieDecisions.nomineeIds,
      reason: tieDecisions.reason,
      decidedBy: signatureColumn('users'),
      decidedAt: tieDecisions.decidedAt,
    })
    .from(tieDecisions)
    .innerJoin(users, eq(users.id, tieDecisions.decidedBy))
    .where(eq(tieDecisions.electionId, electionId))
}

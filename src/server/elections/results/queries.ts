import { eq } from 'drizzle-orm'
import type { PgClient } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { assertMatches } from '#server/elections/board/mismatch.ts'
import { lastStatement, listStatements, readOwn, type StoredStatement } from '#server/elections/board/statements.ts'
import { parseSigned } from '#shared/elections/board/board.ts'
import type { TieDecisionStatement as Decided } from '#shared/elections/board/statements.ts'
import { type Certificate, certificateOf } from '#shared/elections/closing/certificate.ts'
import type { TieDecision } from '#shared/elections/closing/closing.ts'
import { AppError, mustExist } from '#shared/errors.ts'

type CertificateDeps = Pick<Deps, 'db' | 'pool' | 'boardKey'>

/**
 * The certified result; null before. It is what the site signed, not what a database row says. Only a certificate from before
 * they were signed is read from there.
 */
export async function findCertificate(deps: CertificateDeps, electionId: string): Promise<Certificate | null> {
  const [found] = await deps.db
    .select({ certificate: elections.certificate })
    .from(elections)
    .where(eq(elections.id, electionId))
  if (!found?.certificate) return null
  const signed = await findSignedCertificate(deps, electionId)
  if (signed) return certificateOf(signed.content)
  if (await lastStatement(deps.pool, electionId, 'head/2')) throw new AppError('certificate-unsigned')
  return found.certificate
}

/** As it was signed; null if nothing was. Refuses one this site has not signed. */
export async function findSignedCertificate(
  { pool, boardKey }: Pick<Deps, 'pool' | 'boardKey'>,
  electionId: string,
): Promise<StoredStatement<'certificate/2'> | null> {
  const found = await lastStatement(pool, electionId, 'certificate/2')
  return found && mustExist(readOwn(boardKey, electionId, 'certificate/2', found.signed), 'certificate-unsigned')
}

/** The tie decisions: for each service the last one signed. `made` also has those that were replaced. */
export async function readTieDecisions(
  db: PgClient,
  key: BoardKey,
  electionId: string,
): Promise<{ decisions: TieDecision[]; made: Decided[] }> {
  const statements = await listStatements(db, electionId, 'decision/1')
  const decided = statements.map((signed, n) => {
    const content = parseSigned<Decided>(signed)
    const isOurs = readOwn(key, electionId, 'decision/1', signed) !== null && content.number === n
    assertMatches(isOurs, 'tie-unsigned', { service: content.service })
    return content
  })
  const last = new Map(decided.map((content) => [content.service, content]))
  const decisions = [...last.values()].map(({ service: ms, chosen: nomineeIds, reason, by: decidedBy, at }) => ({
    ms,
    nomineeIds,
    reason,
    decidedBy,
    decidedAt: Date.parse(at),
  }))
  return { decisions, made: decided }
}

import type { CertificateStatement, Countersignature } from '#shared/elections/board/statements.ts'
import type { Deps } from '#server/deps.ts'
import { asFound, eachStatement } from '#server/elections/board/statements.ts'
import { findSignedCertificate } from '#server/elections/results/queries.ts'

/** A certificate as it was signed, and who else has signed it. */
export interface SignedCertificate {
  said: CertificateStatement
  /** By which countersignatures and people name it. */
  hash: string
  /** Of the key that signed it. */
  fingerprint: string
  countersignatures: Pick<Countersignature, 'by' | 'role' | 'at'>[]
}

/** Null before certification, and for one from before certificates were signed. */
export async function readSignedCertificate(
  deps: Pick<Deps, 'pool' | 'boardKey'>,
  electionId: string,
): Promise<SignedCertificate | null> {
  const found = await findSignedCertificate(deps, electionId)
  if (!found) return null
  const countersignatures: SignedCertificate['countersignatures'] = []
  for await (const { signed } of eachStatement(deps.pool, electionId, 'countersignature/1')) {
    const { said } = asFound<'countersignature/1'>({ type: 'countersignature/1', ...signed })
    // Somebody wrote it into the database who could not sign it.
    if (!deps.boardKey.isSigned('countersignature/1', signed) || said.certificate !== found.hash) continue
    countersignatures.push({ by: said.by, role: said.role, at: said.at })
  }
  return { said: found.said, hash: found.hash, fingerprint: deps.boardKey.fingerprint, countersignatures }
}

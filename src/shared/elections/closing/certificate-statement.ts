import type { CertificateStatement, SignedStanding } from '../board/statements.ts'
import type { Certificate, CertifiedStanding } from './certificate.ts'

/** What a signed certificate says beside the result: by their hashes, what the result rests on. */
export interface CertificateGrounds {
  election: string
  head: string
  record: string
  participation: string
}

const iso = (at: number) => new Date(at).toISOString()

/** The certificate as it is signed; `docs/audit-package.md` has its fields. */
export function certificateStatement(certificate: Certificate, grounds: CertificateGrounds): CertificateStatement {
  const { certifiedAt, votingOpens, votingCloses, seats, standings, elected, vacant, ties, ...plain } = certificate
  return {
    type: 'certificate/1',
    ...grounds,
    ...plain,
    certifiedAt: iso(certifiedAt),
    votingOpens: iso(votingOpens),
    votingCloses: iso(votingCloses),
    seats: seats.map(({ slot, ms }) => ({ slot, service: ms })),
    standings: standings.map(signedStanding),
    elected: elected.map(signedStanding),
    vacant: vacant.map(({ ms, ...rest }) => ({ service: ms, ...rest })),
    ties: ties.map(({ ms, decidedAt, ...tie }) => ({ service: ms, ...tie, decidedAt: iso(decidedAt) })),
  }
}

const signedStanding = ({ ms, nomineeId, name, rank, region, votes }: CertifiedStanding): SignedStanding => ({
  nomineeId,
  name,
  rank,
  service: ms,
  region,
  votes,
})

/** The same the other way round: what screens show of a certified election is what was signed. */
export function certificateOf(said: CertificateStatement): Certificate {
  const standing = ({ service, ...rest }: SignedStanding): CertifiedStanding => ({ ...rest, ms: service })
  return {
    title: said.title,
    certifiedAt: Date.parse(said.certifiedAt),
    certifiedBy: said.certifiedBy,
    votingOpens: Date.parse(said.votingOpens),
    votingCloses: Date.parse(said.votingCloses),
    seats: said.seats.map(({ slot, service }) => ({ slot, ms: service })),
    elected: said.elected.map(standing),
    vacant: said.vacant.map(({ service, seats }) => ({ ms: service, seats })),
    standings: said.standings.map(standing),
    ballots: said.ballots,
    proxies: said.proxies,
    turnout: said.turnout,
    ties: said.ties.map(({ service, decidedAt, ...tie }) => ({
      ...tie,
      ms: service,
      decidedAt: Date.parse(decidedAt),
    })),
    lastHash: said.lastHash,
    logEntries: said.logEntries,
  }
}

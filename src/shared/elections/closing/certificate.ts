import type { CertificateStatement, SignedStanding } from '#shared/elections/board/statements.ts'
import type { VoteCount } from '#shared/elections/counting/standings.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { namedSeats } from '#shared/elections/voting/seats.ts'
import type { Service, RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'

export interface CertifiedStanding extends VoteCount {
  rank: string
}

interface CertifiedTurnout {
  region: RollRegion
  cast: number
  /** The number on the roll. */
  eligible: number
}

/** Equal votes for the last seats of a service, and how the seats were assigned. */
export interface CertifiedTie {
  ms: Service
  votes: number
  /** The seats left for them. */
  seats: number
  tied: { nomineeId: string; name: string }[]
  chosen: { nomineeId: string; name: string }[]
  reason: string
  decidedBy: string
  decidedAt: Instant
}

/** The certified result: everything on the certificate. Nothing that happens later changes it. */
export interface Certificate {
  title: string
  certifiedAt: Instant
  certifiedBy: string
  votingOpens: Instant
  votingCloses: Instant
  seats: Seat[]
  /** In the order of the seats. */
  elected: CertifiedStanding[]
  /** Seats for which nobody got a vote. */
  vacant: { ms: Service; seats: number }[]
  /** Every nominee, even without votes, most votes first. */
  standings: CertifiedStanding[]
  ballots: number
  /** How many ballots administrators cast for the voter. */
  proxies: number
  /** How many were cast from a login that an administrator helped with. */
  helped: number
  turnout: CertifiedTurnout[]
  ties: CertifiedTie[]
  /**
   * The hash and number of the last log entry before the certification's own, which names this hash as its predecessor. A log cut
   * off or altered later does not have it in that position.
   */
  lastHash: string
  logEntries: number
  /** Who followed the board, with their first and last head. */
  witnesses: CertificateStatement['witnesses']
  /** SHA-256 of the verifier released with this version of the program. */
  verifier: string
}

/** The seats of a service are equal: they are named in ballot order and filled in the order of votes. Null for a vacant seat. */
export function electedBySeat({ seats, elected }: Pick<Certificate, 'seats' | 'elected'>) {
  const left = [...elected]
  return seats.map(({ slot, ms }) => {
    const next = left.findIndex((one) => one.ms === ms)
    return { slot, ms, person: next === -1 ? null : (left.splice(next, 1)[0] ?? null) }
  })
}

/** The elected, most votes first, in the order of the seats. */
export const inSeatOrder = (certified: Pick<Certificate, 'seats' | 'elected'>): CertifiedStanding[] =>
  electedBySeat(certified).flatMap(({ person }) => person ?? [])

/** The public summary of a certified election. */
export const publicResult = ({ seats, elected, ballots, turnout, certifiedAt, certifiedBy }: Certificate) => ({
  elected: electedBySeat({ seats: namedSeats(seats), elected }).map(({ slot, person }) => ({
    slot,
    name: person ? `${person.rank} ${person.name}`.trim() : null,
    votes: person?.votes ?? 0,
  })),
  ballots,
  onRoll: turnout.reduce((all, { eligible }) => all + eligible, 0),
  certifiedAt,
  certifiedBy,
})
export type PublicResult = ReturnType<typeof publicResult>

/** What a signed certificate states beside the result: hashes of what the result is based on. */
interface CertificateGrounds {
  election: string
  head: string
  record: string
  participation: string
}

const iso = (at: number) => new Date(at).toISOString()

/** The certificate as it is signed; `docs/audit-package.md` explains its fields. */
export function certificateStatement(certificate: Certificate, grounds: CertificateGrounds): CertificateStatement {
  const { certifiedAt, votingOpens, votingCloses, seats, standings, elected, vacant, ties, ...plain } = certificate
  return {
    type: 'certificate/2',
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

/** The reverse: screens show of a certified election what was signed. */
export function certificateOf(content: CertificateStatement): Certificate {
  const standing = ({ service, ...rest }: SignedStanding): CertifiedStanding => ({ ...rest, ms: service })
  return {
    title: content.title,
    certifiedAt: Date.parse(content.certifiedAt),
    certifiedBy: content.certifiedBy,
    votingOpens: Date.parse(content.votingOpens),
    votingCloses: Date.parse(content.votingCloses),
    seats: content.seats.map(({ slot, service }) => ({ slot, ms: service })),
    elected: content.elected.map(standing),
    vacant: content.vacant.map(({ service, seats }) => ({ ms: service, seats })),
    standings: content.standings.map(standing),
    ballots: content.ballots,
    proxies: content.proxies,
    helped: content.helped,
    turnout: content.turnout,
    ties: content.ties.map(({ service, decidedAt, ...tie }) => ({
      ...tie,
      ms: service,
      decidedAt: Date.parse(decidedAt),
    })),
    lastHash: content.lastHash,
    logEntries: content.logEntries,
    witnesses: content.witnesses,
    verifier: content.verifier,
  }
}

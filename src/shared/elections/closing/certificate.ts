import type { Service } from '../../members/enums.ts'
import type { RollRegion } from '../roll-regions.ts'
import type { Instant } from '../../time.ts'
import type { Seat } from '../voting/ballot.ts'
import type { Standing } from '../counting/standings.ts'

/** A nominee as the certificate names them. */
export interface CertifiedStanding extends Standing {
  rank: string
}

interface CertifiedTurnout {
  region: RollRegion
  cast: number
  /** How many were on the roll. */
  eligible: number
}

/** Equal votes for the last seats of a service, and how it was decided who takes them. */
export interface CertifiedTie {
  ms: Service
  votes: number
  /** Seats that were left for them. */
  seats: number
  tied: { nomineeId: string; name: string }[]
  chosen: { nomineeId: string; name: string }[]
  reason: string
  decidedBy: string
  decidedAt: Instant
}

/** The result as it was certified: everything the certificate says, frozen. Nothing that happens later changes it. */
export interface Certificate {
  title: string
  certifiedAt: Instant
  certifiedBy: string
  votingOpens: Instant
  votingCloses: Instant
  seats: Seat[]
  /** Most votes first. */
  elected: CertifiedStanding[]
  /** Seats for which nobody got a vote. */
  vacant: { ms: Service; seats: number }[]
  /** Every nominee, also those without a vote, most votes first. */
  standings: CertifiedStanding[]
  ballots: number
  /** How many of the ballots were cast by an administrator on the voter's behalf. */
  proxies: number
  turnout: CertifiedTurnout[]
  ties: CertifiedTie[]
  /**
   * Of the last entry of the log before the certification's own, and its number: the certification's entry is the next, and
   * names this hash as the one before it. A log cut off or altered later does not hold it in that place.
   */
  lastHash: string
  logEntries: number
}

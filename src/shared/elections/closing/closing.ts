import { z } from 'zod'
import { maxSeats } from '#shared/elections/board/leaves.ts'
import { outcomeOf, type VoteCount, type Tie } from '#shared/elections/counting/standings.ts'
import type { Stage } from '#shared/elections/lifecycle.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import { freeText } from '#shared/short-text.ts'
import type { Instant } from '#shared/time.ts'
import type { CertifiedTie } from './certificate.ts'

/** Who is chosen among those with equal votes, by service. */
export type TieChoices = Partial<Record<Service, readonly string[]>>

export const tieDecisionSchema = z.object({
  nomineeIds: z.array(z.uuid()).min(1, 'Please say who was chosen').max(maxSeats),
  reason: freeText(1000).refine(
    (text) => text.split(/\s+/).length >= 3,
    'Please say in a few words how it was decided',
  ),
})
export type TieDecisionForm = z.infer<typeof tieDecisionSchema>

/** Every tie by the votes alone, and which of them are decided. */
export function tiesOf(seats: readonly Seat[], standings: readonly VoteCount[], decided: TieChoices) {
  const open = new Set(outcomeOf(seats, standings, decided).ties.map(({ ms }) => ms))
  return outcomeOf(seats, standings).ties.map((tie) => ({ ...tie, settled: !open.has(tie.ms) }))
}

/** Who was chosen among equal votes, how, by whom and when. */
export interface TieDecision {
  ms: Service
  nomineeIds: readonly string[]
  reason: string
  decidedBy: string
  decidedAt: Instant
}

/** The decided ties with their decisions, as on the results and the certificate. */
export function decidedTies(
  seats: readonly Seat[],
  standings: readonly VoteCount[],
  decisions: readonly TieDecision[],
): CertifiedTie[] {
  const named = (ids: readonly string[]) =>
    standings.filter(({ nomineeId }) => ids.includes(nomineeId)).map(({ nomineeId, name }) => ({ nomineeId, name }))
  const chosen: TieChoices = Object.fromEntries(decisions.map(({ ms, nomineeIds }) => [ms, nomineeIds]))
  return tiesOf(seats, standings, chosen).flatMap(({ settled, nomineeIds, ...tie }) => {
    const decision = decisions.find(({ ms }) => ms === tie.ms)
    if (!settled || !decision) return []
    const { reason, decidedBy, decidedAt } = decision
    return { ...tie, tied: named(nomineeIds), chosen: named(decision.nomineeIds), reason, decidedBy, decidedAt }
  })
}

/** A decision must name exactly as many of the tied as there are seats left for them. */
export function whyNotDecided(
  tie: Tie | undefined,
  chosen: readonly string[],
): Extract<ErrorCode, 'tie-not-there' | 'tie-choice-wrong'> | null {
  if (!tie) return 'tie-not-there'
  const fits = new Set(chosen).size === tie.seats && chosen.every((id) => tie.nomineeIds.includes(id))
  return fits && chosen.length === tie.seats ? null : 'tie-choice-wrong'
}

/** What is known about a count before it is certified. */
export interface CountFacts {
  stage: Stage
  /** There is a signed record of the candidates and the roll. Without one nobody could vote. */
  frozen: boolean
  /** The disk is also cleared of the old rows. */
  tracesPurged: boolean
  cast: number
  counted: number
  /** Some uncounted ballots cannot be opened. They are not ignored: nobody can make a ballot vanish by damaging it. */
  unopened: boolean
  openTies: number
}

/** The first thing that prevents certification. */
export function whyCannotCertify(
  facts: CountFacts,
): Extract<
  ErrorCode,
  | 'election-certified'
  | 'ballots-unopened'
  | 'voting-not-over'
  | 'count-being-cleared'
  | 'ties-unresolved'
  | 'nothing-to-certify'
> | null {
  if (facts.stage === 'certified') return 'election-certified'
  if (facts.unopened) return 'ballots-unopened'
  if (facts.stage !== 'counted' || facts.cast !== facts.counted) return 'voting-not-over'
  if (!facts.frozen && facts.cast === 0) return 'nothing-to-certify'
  if (facts.openTies > 0) return 'ties-unresolved'
  return facts.tracesPurged ? null : 'count-being-cleared'
}

/** How the elected appear on the leadership page. */
export const publishedAs = { group: 'Board of Trustees', position: 'Member, Board of Trustees' } as const

/** `replaces`: the people the administrator was told would be removed, so that nobody is removed unseen. */
export const publicationSchema = z.object({ replaces: z.array(z.uuid()).max(1000) })

/** One signature each, and none by the person who certified. */
export function whyCannotCountersign(
  { certifiedBy, signed }: { certifiedBy: string | null; signed: readonly string[] },
  person: { id: string },
): Extract<ErrorCode, 'not-certified' | 'certified-by-you' | 'already-countersigned'> | null {
  if (certifiedBy === null) return 'not-certified'
  if (certifiedBy === person.id) return 'certified-by-you'
  return signed.includes(person.id) ? 'already-countersigned' : null
}

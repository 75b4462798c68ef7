import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import { severalLines } from '../../plain-text.ts'
import type { Instant } from '../../time.ts'
import type { Schedule } from '../schedule.ts'
import type { RollRegion } from '../roll-regions.ts'

/** Why something of the freeze record is corrected. Everybody reads it. */
export const publicReason = z
  .string()
  .trim()
  .refine((text) => text.split(/\s+/).length >= 3, 'Please give the reason in a few words')
  .max(1000, 'This is too long')
  .regex(severalLines, 'This text contains a character we cannot save')

export const rollCorrectionSchema = z.object({
  act: z.enum(['add', 'strike']),
  memberId: z.uuid(),
  reason: publicReason,
})
export type RollCorrectionForm = z.infer<typeof rollCorrectionSchema>

/** What decides whether the roll of an election can be corrected. */
export interface CorrectableElection extends Pick<Schedule, 'votingCloses'> {
  rollFrozenAt: Instant | null
  countClosedAt: Instant | null
  certifiedAt: Instant | null
}

/** What is known of the member the correction is about. */
export interface RollMember {
  inGoodStanding: boolean
  listed: 'never' | 'on the roll' | 'struck'
  hasBallot: boolean
  proxyWaits: boolean
}

type Refusal = Extract<ErrorCode, `roll-${string}`>

/** Until the roll is frozen there is nothing to correct; once voting has closed it stays as it is. */
export function whyCannotCorrect(election: CorrectableElection, now: Instant): Refusal | null {
  if (election.certifiedAt !== null || election.countClosedAt !== null || election.votingCloses <= now)
    return 'roll-closed'
  return election.rollFrozenAt === null ? 'roll-not-frozen' : null
}

/** Who was struck stays struck: the published line says so for good, and one line cannot be both. */
export function whyCannotAdd(
  election: CorrectableElection,
  { listed, inGoodStanding }: Pick<RollMember, 'listed' | 'inGoodStanding'>,
  now: Instant,
): Refusal | null {
  const closed = whyCannotCorrect(election, now)
  if (closed) return closed
  if (listed === 'on the roll') return 'roll-has-member'
  if (listed === 'struck') return 'roll-struck-member'
  return inGoodStanding ? null : 'roll-needs-member'
}

export function whyCannotStrike(
  election: CorrectableElection,
  { listed, hasBallot, proxyWaits }: Omit<RollMember, 'inGoodStanding'>,
  now: Instant,
): Refusal | null {
  const closed = whyCannotCorrect(election, now)
  if (closed) return closed
  if (listed === 'struck') return 'roll-struck-member'
  if (listed === 'never') return 'roll-lacks-member'
  if (hasBallot) return 'roll-member-voted'
  return proxyWaits ? 'roll-proxy-waits' : null
}

export type LinesByRegion = { [region in RollRegion]?: number | undefined }

/** A correction as everybody may read it: how many lines, never whose. */
export interface PublicCorrection {
  /** Null for one that was made before the freeze record was signed, and is part of it. */
  number: number | null
  at: Instant
  by: string
  reason: string
  added: LinesByRegion
  struck: LinesByRegion
  changes: { field: keyof Schedule; before: Instant; after: Instant }[]
}

import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import type { Instant } from '../../time.ts'
import type { Stage } from '../lifecycle.ts'
import { settingsText } from './settings-text.ts'
import { publicReason } from '#shared/elections/roll/roll.ts'

/** From draft to announced, and the ways out: a draft is deleted, anything that was announced is cancelled, in public. */

const version = z.number().int().min(1)

export const announceSchema = z.object({ version })

export const cancelSchema = z.object({
  version,
  /** Everybody reads it. */
  reason: publicReason,
  /** That ballots which were cast will never be opened, as the administrator was told. */
  ballotsGivenUp: z.boolean().default(false),
})
export type CancelForm = z.infer<typeof cancelSchema>

/** What stands in the way is a code, or what is wrong by field. */
export function whyCannotAnnounce(
  stage: Stage,
  { votingOpens, eligibilityDate }: { votingOpens: Instant; eligibilityDate: Instant | null },
  now: Instant,
): 'election-announced' | { votingOpens: string } | { eligibilityDate: string } | null {
  if (stage !== 'draft') return 'election-announced'
  if (votingOpens <= now) return { votingOpens: settingsText.votingPassed }
  // The roll would be drawn up that moment, without everybody who was approved since.
  if (eligibilityDate !== null && eligibilityDate <= now) return { eligibilityDate: settingsText.eligiblePassed }
  return null
}

export const whyCannotDelete = (stage: Stage): Extract<ErrorCode, 'election-announced'> | null =>
  stage === 'draft' ? null : 'election-announced'

/** Why an election can be neither cancelled nor postponed: nobody has been told of it, or voting is over. */
export function whyNotUnderWay(
  stage: Stage,
): Extract<ErrorCode, 'election-not-announced' | 'election-cancelled' | 'voting-was-held'> | null {
  switch (stage) {
    case 'draft':
      return 'election-not-announced'
    case 'cancelled':
      return 'election-cancelled'
    case 'counting':
    case 'counted':
    case 'certified':
      return 'voting-was-held'
    default:
      return null
  }
}

/** Ballots are given up by a named choice, never by the way. */
export const whyCannotCancel = (
  stage: Stage,
  { hasBallots, ballotsGivenUp }: { hasBallots: boolean; ballotsGivenUp: boolean },
): ReturnType<typeof whyNotUnderWay> | 'ballots-given-up' =>
  whyNotUnderWay(stage) ?? (hasBallots && !ballotsGivenUp ? 'ballots-given-up' : null)

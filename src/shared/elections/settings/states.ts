import { z } from 'zod'
import type { Stage } from '#shared/elections/lifecycle.ts'
import { publicReason } from '#shared/elections/roll/roll.ts'
import { isTimeAsked, scheduleFields, type Schedule } from '#shared/elections/schedule.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { minuteMs, dayMs } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'
import type { ElectionForm } from './settings.ts'
import { settingsText } from './text.ts'

/**
 * From draft to announced, and how an election ends early: a draft is deleted, an announced election is postponed or cancelled in
 * public.
 */

const version = z.number().int().min(1)

export const announceSchema = z.object({ version })

export const cancelSchema = z.object({
  version,
  /** Published. */
  reason: publicReason,
  /** The administrator was told that the ballots already cast will never be opened. */
  ballotsGivenUp: z.boolean().default(false),
})
export type CancelForm = z.infer<typeof cancelSchema>

/** How an election continues after a restore. The reason is published. */
export const rollbackSchema = z.object({ reason: publicReason })
export type RollbackForm = z.infer<typeof rollbackSchema>

/** Returns a code, or problems by field. */
export function whyCannotAnnounce(
  stage: Stage,
  { votingOpens, eligibilityDate }: { votingOpens: Instant; eligibilityDate: Instant | null },
  now: Instant,
): 'election-announced' | { votingOpens: string } | { eligibilityDate: string } | null {
  if (stage !== 'draft') return 'election-announced'
  if (votingOpens <= now) return { votingOpens: settingsText.votingPassed }
  // The roll would be drawn up at once, without anybody approved since.
  if (eligibilityDate !== null && eligibilityDate <= now) return { eligibilityDate: settingsText.eligiblePassed }
  return null
}

export const whyCannotDelete = (stage: Stage): Extract<ErrorCode, 'election-announced'> | null =>
  stage === 'draft' ? null : 'election-announced'

/** Why an election can be neither cancelled nor postponed: it was never announced, or voting is over. */
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

/** Ballots are given up only by an explicit choice. */
export const whyCannotCancel = (
  stage: Stage,
  { hasBallots, ballotsGivenUp }: { hasBallots: boolean; ballotsGivenUp: boolean },
): ReturnType<typeof whyNotUnderWay> | 'ballots-given-up' =>
  whyNotUnderWay(stage) ?? (hasBallots && !ballotsGivenUp ? 'ballots-given-up' : null)

const aYear = 366 * dayMs

/** The times that move together; the roll's date is one of them. */
const postponedFields = [...scheduleFields, 'eligibilityDate'] as const
export type PostponedField = (typeof postponedFields)[number]

export const postponeSchema = z.object({
  version,
  by: z
    .number()
    .int()
    .min(minuteMs, 'Choose a later time')
    .max(aYear, 'An election is postponed by a year at most. For a later one, cancel it and plan another'),
  /** The times the administrator was shown as moving. */
  fields: z.array(z.enum(postponedFields)).min(1),
  /** Published. */
  reason: publicReason,
})
export type PostponeForm = z.infer<typeof postponeSchema>

interface Postponable extends ElectionForm {
  rollFrozenAt: Instant | null
}

/** Which times move if the election is postponed now: those still to come that matter. What has begun or passed stays. */
export function timesToPostpone(election: Postponable, now: Instant): PostponedField[] {
  const { eligibilityDate, rollFrozenAt } = election
  const rollMoves = eligibilityDate !== null && eligibilityDate > now && rollFrozenAt === null
  return [
    ...scheduleFields.filter((field) => election[field] > now && isTimeAsked(field, election)),
    ...(rollMoves ? ['eligibilityDate' as const] : []),
  ]
}

/** Which times differ from what was announced; times nobody uses do not count. */
export const changedTimes = (before: ElectionForm, after: ElectionForm): PostponedField[] =>
  postponedFields.filter(
    (field) =>
      before[field] !== after[field] &&
      // Without its own date the roll is drawn up when voting opens.
      (before[field] ?? before.votingOpens) !== (after[field] ?? after.votingOpens) &&
      isTimeAsked(field, before) &&
      isTimeAsked(field, after),
  )

/** The same election with these times later by the same span, which keeps their order. */
export const postponed = <Election extends ElectionForm>(
  election: Election,
  fields: readonly PostponedField[],
  by: number,
): Election => ({ ...election, ...Object.fromEntries(fields.map((field) => [field, (election[field] ?? 0) + by])) })

/** What people ask when an election is postponed: when voting opens, or, once it is open, when it closes. */
export const postponedAnchor = (election: Schedule, now: Instant): 'votingOpens' | 'votingCloses' =>
  now < election.votingOpens ? 'votingOpens' : 'votingCloses'

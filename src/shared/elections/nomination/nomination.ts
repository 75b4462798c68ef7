import { z } from 'zod'
import type { Instant } from '../../time.ts'
import { closingText, dayOf, isMidnight, timeOf } from '../schedule-text.ts'
import type { Schedule } from '../schedule.ts'
import { votingText } from '../voting/voting-text.ts'

export const maxNominatedAtOnce = 20
/** One member does not put everybody on the ballot. */
export const maxPerMember = 20

export const nominationText = {
  saved: 'Nominees Saved Successfully',
  allThere: 'All of them were already nominated.',
  someThere: (skipped: number) =>
    skipped === 1 ? 'One of them was already nominated.' : `${skipped} of them were already nominated.`,
  deleted: 'Nominee Deleted Successfully',
  failed: 'Nomination Error',
  nomineesFailed: votingText.nomineesFailed,
} as const

export const nominateSchema = z.object({
  /** People are named by their ID number: the one key of a member that every member may see. */
  idNumbers: z.array(z.string().max(40)).min(1).max(maxNominatedAtOnce),
})

export const nomineeStatusSchema = z.object({ status: z.enum(['approved', 'pending']) })

/** What is said after saving. Whoever was nominated already is no error: the same people sent twice end up the same. */
export function savedText({ saved, skipped }: { saved: number; skipped: number }): string {
  if (skipped === 0) return nominationText.saved
  return `${nominationText.saved}. ${saved === 0 ? nominationText.allThere : nominationText.someThere(skipped)}`
}

/** `from 1 March 2025 to the end of 14 March 2025 (Manila)` */
export function nominationSpan({ nominationOpens: opens, nominationCloses: closes }: NominationWindow): string {
  const from = isMidnight(opens) ? dayOf(opens) : timeOf(opens)
  return `from ${from} to ${closingText(closes)}`
}

/** `closed at the end of 14 March 2025 (Manila)`, `closed on 14 March 2025, 5:00 PM (Manila)`. */
export const closedText = (closes: Instant): string =>
  `closed ${isMidnight(closes) ? 'at' : 'on'} ${closingText(closes)}`

type NominationWindow = Pick<Schedule, 'nominationOpens' | 'nominationCloses'>

import type { Instant } from '../../time.ts'
import { eachTime } from '../schedule.ts'
import { firstPlan, longestTitle, nextElection, titleIn, yearOf, type ElectionForm } from './settings.ts'

interface Earlier {
  form: ElectionForm
  cancelledAt: Instant | null
}

export interface OfferedPlan {
  plan: ElectionForm
  /** What it was made of: nothing, the last election, or one that was cancelled and is now held otherwise. */
  from: 'nothing' | 'last' | 'cancelled'
}

/** What a new election is offered with. `earlier`: every election there is, the latest first. */
export function offeredPlan(earlier: readonly Earlier[], now: Instant): OfferedPlan {
  const [latest] = earlier
  if (!latest) return { plan: firstPlan(now), from: 'nothing' }
  const standing = earlier.find(({ cancelledAt }) => cancelledAt === null)?.form
  const replaces = latest.cancelledAt !== null && (standing === undefined || standing.votingCloses <= now)
  if (!replaces) return { plan: nextElection(standing ?? latest.form, now), from: 'last' }
  const titles = earlier.map(({ form }) => form.title)
  return { plan: insteadOf(latest.form, titles, now), from: 'cancelled' }
}

/** Nobody waits a year for an election that was cancelled: as it was to be held, on the days of a first plan. */
function insteadOf(cancelled: ElectionForm, titles: readonly string[], now: Instant): ElectionForm {
  const days = firstPlan(now)
  const year = yearOf(cancelled.votingOpens)
  return {
    ...cancelled,
    ...eachTime((field) => days[field]),
    eligibilityDate: null,
    rehearsal: false,
    title: ownTitle(titleIn(cancelled.title, year, yearOf(days.votingOpens) - year), titles),
  }
}

/** The cancelled election keeps its title, so the one in its place is numbered: `Board 2026 (2)`. */
function ownTitle(wanted: string, titles: readonly string[]): string {
  const folded = (title: string) => title.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const taken = new Set(titles.map(folded))
  let title = wanted
  for (let number = 2; taken.has(folded(title)); number++) title = `${wanted.slice(0, longestTitle - 5)} (${number})`
  return title
}

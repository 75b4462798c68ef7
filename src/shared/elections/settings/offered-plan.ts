import { eachTime } from '#shared/elections/schedule.ts'
import { dayMs, manilaAheadMs } from '#shared/time.ts'
import { manila, type Instant } from '#shared/time.ts'
import { longestTitle, type ElectionForm } from './settings.ts'

/** The first election of a new site. Days without a time are whole days: a window closes at the start of the day after. */
export const defaultElection = {
  title: firstTitle('ARRAPI'),
  seats: [
    { slot: 'PA 1', ms: 'PA' },
    { slot: 'PA 2', ms: 'PA' },
    { slot: 'PA 3', ms: 'PA' },
    { slot: 'PA 4', ms: 'PA' },
    { slot: 'PN', ms: 'PN' },
    { slot: 'PAF', ms: 'PAF' },
    { slot: 'TAS', ms: 'TAS' },
  ] as { slot: string; ms: 'PA' | 'PN' | 'PAF' | 'TAS' }[],
  nominationOpens: manila('2025-03-01'),
  nominationCloses: manila('2025-03-15'),
  adminNominationCloses: manila('2025-03-25', '12:00'),
  candidacyOpens: manila('2025-03-01'),
  candidacyCloses: manila('2025-03-14'),
  voteLinkOpens: manila('2025-03-29'),
  voteLinkCloses: manila('2025-03-30'),
  votingOpens: manila('2025-03-29'),
  votingCloses: manila('2025-03-29', '17:00'),
}

interface Earlier {
  form: ElectionForm
  cancelledAt: Instant | null
}

export interface OfferedPlan {
  plan: ElectionForm
  /** What it is based on: nothing, the last election, or a cancelled one. */
  from: 'nothing' | 'last' | 'cancelled'
}

/** The suggested settings of a new election. `earlier`: every election so far, the latest first. */
export function offeredPlan(earlier: readonly Earlier[], now: Instant, shortName: string): OfferedPlan {
  const [latest] = earlier
  if (!latest) return { plan: firstPlan(now, shortName), from: 'nothing' }
  const standing = earlier.find(({ cancelledAt }) => cancelledAt === null)?.form
  const replaces = latest.cancelledAt !== null && (standing === undefined || standing.votingCloses <= now)
  if (!replaces) return { plan: nextElection(standing ?? latest.form, now), from: 'last' }
  const titles = earlier.map(({ form }) => form.title)
  return { plan: insteadOf(latest.form, titles, now), from: 'cancelled' }
}

/**
 * Nobody waits a year after a cancellation: the same settings, on the days of the association's first election, in the first
 * month that starts in two weeks or later.
 */
function insteadOf(cancelled: ElectionForm, titles: readonly string[], now: Instant): ElectionForm {
  const later = startOfMonth(now + noticeMs) - firstElection.nominationOpens
  const times = eachTime((field) => firstElection[field] + later)
  const year = yearOf(cancelled.votingOpens)
  return {
    ...cancelled,
    ...times,
    eligibilityDate: null,
    rehearsal: false,
    title: ownTitle(titleIn(cancelled.title, year, yearOf(times.votingOpens) - year), titles),
  }
}

/** Time to inform the members before nominations open. */
const noticeMs = 14 * dayMs

/** The cancelled election keeps its title, so its replacement is numbered: `Board 2026 (2)`. */
function ownTitle(wanted: string, titles: readonly string[]): string {
  const folded = (title: string) => title.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const taken = new Set(titles.map(folded))
  let title = wanted
  for (let number = 2; taken.has(folded(title)); number++) title = `${wanted.slice(0, longestTitle - 5)} (${number})`
  return title
}

/** The election as the association described it: the basis of every first plan. */
export const firstElection: ElectionForm = {
  ...defaultElection,
  resultsVisible: 'while voting',
  candidacyFiling: false,
  nomineesAccept: false,
  candidatesByLot: false,
  rehearsal: false,
  proxyNeedsSecondAdmin: false,
  eligibilityDate: null,
  goodStandingOnly: false,
  packagePublic: true,
}

/** Suggested settings for a site's first election: the association's own days if they are ahead, else the same days of a later year. */
export function firstPlan(now: Instant, shortName: string): ElectionForm {
  const first = { ...firstElection, title: firstTitle(shortName) }
  return now < first.nominationOpens ? first : nextElection(first, now)
}

function firstTitle(shortName: string): string {
  return `${shortName} BOT ELECTION`
}

/** Suggested settings for the next election: like the last one, on the same days of the first year wholly in the future. */
export function nextElection(last: ElectionForm, now: Instant): ElectionForm {
  const free = Math.max(now, last.votingCloses)
  let years = 1
  while (yearsLater(last.nominationOpens, years) <= free) years++
  return {
    ...last,
    ...eachTime((field) => yearsLater(last[field], years)),
    eligibilityDate: last.eligibilityDate === null ? null : yearsLater(last.eligibilityDate, years),
    title: titleIn(last.title, yearOf(last.votingOpens), years),
    rehearsal: false,
  }
}

/** Titles must differ: one without a year gets one. */
const titleIn = (title: string, year: number, later: number) =>
  title.includes(`${year}`)
    ? title.replaceAll(`${year}`, `${year + later}`)
    : `${title.slice(0, longestTitle - 5)} ${year + later}`

/** Manila is UTC+8 all year, so this shifts UTC by eight hours. */
const yearOf = (at: Instant) => new Date(at + manilaAheadMs).getUTCFullYear()

function yearsLater(at: Instant, years: number): Instant {
  const day = new Date(at + manilaAheadMs)
  return day.setUTCFullYear(day.getUTCFullYear() + years) - manilaAheadMs
}

/** The first start of a month not before this instant. */
function startOfMonth(from: Instant): Instant {
  const day = new Date(from + manilaAheadMs)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  const first = Date.UTC(year, month, 1) - manilaAheadMs
  return first >= from ? first : Date.UTC(year, month + 1, 1) - manilaAheadMs
}

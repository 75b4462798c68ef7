import {
  dayInManila,
  inManila,
  isMidnight,
  showDate,
  showMoment,
  showTimeOfDay,
  weekdayOf,
  type Instant,
} from '#shared/time.ts'

/** The times of an election. The opening instant is inside a window, the closing one is not. */
export interface Schedule {
  nominationOpens: Instant
  nominationCloses: Instant
  /** Administrators may nominate until then. */
  adminNominationCloses: Instant
  candidacyOpens: Instant
  candidacyCloses: Instant
  voteLinkOpens: Instant
  voteLinkCloses: Instant
  votingOpens: Instant
  votingCloses: Instant
}

export const scheduleFields = [
  'nominationOpens',
  'nominationCloses',
  'adminNominationCloses',
  'candidacyOpens',
  'candidacyCloses',
  'voteLinkOpens',
  'voteLinkCloses',
  'votingOpens',
  'votingCloses',
] as const satisfies readonly (keyof Schedule)[]

export const isScheduleField = (field: string): field is keyof Schedule =>
  (scheduleFields as readonly string[]).includes(field)

/** Candidacy times matter only where members may file. */
export const isTimeAsked = (field: string, { candidacyFiling }: { candidacyFiling: boolean }): boolean =>
  candidacyFiling || (field !== 'candidacyOpens' && field !== 'candidacyCloses')

export const eachTime = <Value>(valueOf: (field: keyof Schedule) => Value) =>
  Object.fromEntries(scheduleFields.map((field) => [field, valueOf(field)])) as Record<keyof Schedule, Value>

/** Times in the past: moving one of them must be confirmed. */
export const begunTimes = (schedule: Schedule, now: Instant): (keyof Schedule)[] =>
  scheduleFields.filter((field) => schedule[field] <= now)

/** What is wrong with a schedule, by field; empty if it is valid. Candidacy times matter only where members may file. */
export function scheduleProblems(
  schedule: Schedule & { candidacyFiling: boolean },
): Partial<Record<keyof Schedule, string>> {
  const problems: Partial<Record<keyof Schedule, string>> = {}
  const mustFollow = (later: keyof Schedule, earlier: keyof Schedule, words: string, mayMeet = false) => {
    const right = mayMeet ? schedule[later] >= schedule[earlier] : schedule[later] > schedule[earlier]
    if (!right) problems[later] ??= words
  }
  mustFollow('nominationCloses', 'nominationOpens', 'Nomination must close after it opens')
  mustFollow('candidacyCloses', 'candidacyOpens', 'Candidacy must close after it opens')
  mustFollow('votingOpens', 'nominationCloses', 'Voting must not open before nomination closes', true)
  mustFollow(
    'votingOpens',
    'adminNominationCloses',
    'Voting must not open before the administrators’ nomination closes',
    true,
  )
  if (schedule.candidacyFiling)
    mustFollow('votingOpens', 'candidacyCloses', 'Voting must not open before candidacy closes', true)
  mustFollow('votingCloses', 'votingOpens', 'Voting must close after it opens')
  mustFollow('voteLinkCloses', 'voteLinkOpens', 'The Vote link must disappear after it appears')
  return problems
}

/** `the end of 14 March 2025 (Manila)`: a closing time of midnight belongs to the day before. */
export const closingTime = (closes: Instant): string =>
  (isMidnight(closes) ? `the end of ${showDate(closes - 1)}` : showMoment(closes)) + inManila

/** The same inside a sentence, after `at`: `5:00 PM on 29 March 2025 (Manila)`. */
export const closingMoment = (closes: Instant): string =>
  isMidnight(closes) ? closingTime(closes) : `${showTimeOfDay(closes)} on ${showDate(closes)}${inManila}`

export const timeNames: Record<keyof Schedule, string> = {
  nominationOpens: 'Nomination opens',
  nominationCloses: 'Nomination closes',
  adminNominationCloses: 'Administrators’ nomination closes',
  candidacyOpens: 'Candidacy opens',
  candidacyCloses: 'Candidacy closes',
  voteLinkOpens: 'Vote link appears',
  voteLinkCloses: 'Vote link disappears',
  votingOpens: 'Voting opens',
  votingCloses: 'Voting closes',
}

/** With the day the roll is drawn up, which a postponement moves too. */
export const movedTimeNames = { ...timeNames, eligibilityDate: 'Date of eligibility' } as const

/** `Friday, 14 March` */
const dayThisYear = (instant: Instant): string => `${weekdayOf(instant)}, ${showDate(instant).replace(/ \d+$/, '')}`

/** A short closing time: `5:00 PM` or `midnight` on the last day, `Friday, 14 March` before it, with the hour unless it is midnight. */
export function untilText(closes: Instant, now: Instant): string {
  const whole = isMidnight(closes)
  const lastMoment = closes - 1
  if (dayInManila(lastMoment) === dayInManila(now)) return whole ? 'midnight' : showTimeOfDay(closes)
  return whole ? dayThisYear(lastMoment) : `${dayThisYear(closes)}, ${showTimeOfDay(closes)}`
}

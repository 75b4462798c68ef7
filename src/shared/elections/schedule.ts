import type { Instant } from '../time.ts'

/** The instants of an election. The opening one is inside a window, the closing one is not. */
export interface Schedule {
  nominationOpens: Instant
  nominationCloses: Instant
  /** Administrators may nominate until here. */
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

/** One value for each time of a schedule. */
export const eachTime = <Value>(valueOf: (field: keyof Schedule) => Value) =>
  Object.fromEntries(scheduleFields.map((field) => [field, valueOf(field)])) as Record<keyof Schedule, Value>

/** Which of the times lie in the past: moving one of these is confirmed first. */
export const begun = (schedule: Schedule, now: Instant): (keyof Schedule)[] =>
  scheduleFields.filter((field) => schedule[field] <= now)

/** What is wrong with a schedule, by field; nothing when it can stand. Times of candidacy matter where members may file. */
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

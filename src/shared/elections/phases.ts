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

/** One value for each time of a schedule. */
export const eachTime = <Value>(valueOf: (field: keyof Schedule) => Value) =>
  Object.fromEntries(scheduleFields.map((field) => [field, valueOf(field)])) as Record<keyof Schedule, Value>

export type Phase = 'announced' | 'nomination' | 'campaign' | 'voting' | 'closed'

/** Where an election stands: always derived from its times, never stored. */
export function phaseAt(schedule: Schedule, now: Instant): Phase {
  if (now < schedule.nominationOpens) return 'announced'
  if (now < schedule.nominationCloses) return 'nomination'
  if (now < schedule.votingOpens) return 'campaign'
  return now < schedule.votingCloses ? 'voting' : 'closed'
}

/** Which of the times lie in the past: moving one of these is confirmed, logged and shown on the public schedule. */
export const begun = (schedule: Schedule, now: Instant): (keyof Schedule)[] =>
  scheduleFields.filter((field) => schedule[field] <= now)

/** What is wrong with a schedule, by field; nothing when it can stand. */
export function scheduleProblems(schedule: Schedule): Partial<Record<keyof Schedule, string>> {
  const problems: Partial<Record<keyof Schedule, string>> = {}
  const mustFollow = (later: keyof Schedule, earlier: keyof Schedule, words: string, mayMeet = false) => {
    const right = mayMeet ? schedule[later] >= schedule[earlier] : schedule[later] > schedule[earlier]
    if (!right) problems[later] ??= words
  }
  mustFollow('nominationCloses', 'nominationOpens', 'Nomination must close after it opens')
  mustFollow('candidacyCloses', 'candidacyOpens', 'Candidacy must close after it opens')
  mustFollow('votingOpens', 'nominationCloses', 'Voting must not open before nomination closes', true)
  mustFollow('votingOpens', 'adminNominationCloses', 'Voting must not open before the nominees are settled', true)
  mustFollow('votingOpens', 'candidacyCloses', 'Voting must not open before candidacy closes', true)
  mustFollow('votingCloses', 'votingOpens', 'Voting must close after it opens')
  mustFollow('voteLinkCloses', 'voteLinkOpens', 'The Vote link must go after it comes')
  return problems
}

export interface Datable extends Pick<Schedule, 'nominationOpens' | 'votingOpens'> {
  id: string
  /** Its count was closed without a single ballot. */
  nobodyVoted: boolean
}

/**
 * The election that screens are about: the last one that has begun, so that a result stays in sight until the next
 * nomination opens; else the next one, or else the last there was. One that nobody voted in does not stand in the way.
 */
export function currentOf<Election extends Datable>(all: readonly Election[], now: Instant): Election | null {
  const byTime = all.toSorted((a, b) => a.votingOpens - b.votingOpens || (a.id < b.id ? -1 : 1))
  const held = byTime.filter((one) => !one.nobodyVoted)
  return held.findLast((one) => one.nominationOpens <= now) ?? held[0] ?? byTime.at(-1) ?? null
}

import type { Schedule } from './schedule.ts'

/** The times of an election, as everybody calls them. */
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

/** Those that a postponement moves: the day by which the roll is drawn up is one of them. */
export const movedTimeNames = { ...timeNames, eligibilityDate: 'Date of eligibility' } as const

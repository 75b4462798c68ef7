import { candidateText } from '#shared/elections/candidacy/text.ts'
import { movedTimeNames } from '#shared/elections/schedule.ts'
import type { ElectionField } from './settings.ts'

/** What the freeze record has beside the times. */
export const frozenFields = ['title', 'seats', 'resultsVisible', 'proxyNeedsSecondAdmin', 'goodStandingOnly'] as const

const signed = 'Voters have seen this, so'

/** Why a setting is not valid, or can no longer be changed. */
export const settingsText = {
  eligibleTooLate: 'The date of eligibility must not be later than the opening of voting',
  votingPassed: 'Voting in a new election must open in the future',
  eligiblePassed: 'Choose a date that is still to come, or leave it empty',
  rollFrozen: (when: string) => `The roll was closed on ${when}, so this can no longer be changed`,
  packageStaysPublic: 'Voters were promised a public audit package, so it stays public',
  frozen: {
    title: `${signed} the title cannot change`,
    seats: `${signed} the seats cannot change. For other seats, create a new election`,
    resultsVisible: `${signed} it cannot change`,
    proxyNeedsSecondAdmin: `${signed} it cannot change`,
    goodStandingOnly: `${signed} it cannot change`,
  } satisfies Record<(typeof frozenFields)[number], string>,
} as const

/** The settings of an election as named in its editor and the log. */
export const electionFieldNames: Record<ElectionField, string> = {
  title: 'Title',
  seats: 'Seats',
  ...movedTimeNames,
  resultsVisible: 'When results are shown',
  candidacyFiling: 'Members may file for candidacy',
  nomineesAccept: candidateText.settingLabel,
  candidatesByLot: 'The order of the candidates is drawn by lot for each voter',
  rehearsal: 'Rehearsal',
  goodStandingOnly: 'Only members in good standing may vote',
  proxyNeedsSecondAdmin: 'A second administrator confirms proxy ballots',
  packagePublic: 'Who may download the audit package',
}

import { candidateText } from '../candidacy/text.ts'
import { settingsText } from './settings-text.ts'
import type { ElectionField } from './settings.ts'
import { timeNames } from '#shared/elections/schedule.ts'

/** The settings of an election as its editor and the log call them. */
export const fieldNames: Record<ElectionField, string> = {
  title: 'Title',
  seats: 'Seats',
  ...timeNames,
  resultsVisible: 'When results are shown',
  candidacyFiling: 'Members may file for candidacy',
  nomineesAccept: candidateText.settingLabel,
  rehearsal: 'Rehearsal',
  proxyNeedsSecondAdmin: 'A second administrator confirms proxy ballots',
  eligibilityDate: settingsText.eligibility,
  packagePublic: settingsText.package,
}

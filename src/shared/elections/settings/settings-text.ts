import { movedTimeNames } from '#shared/elections/schedule.ts'

/** What the freeze record says beside the times. */
export const frozenFields = ['title', 'seats', 'resultsVisible', 'proxyNeedsSecondAdmin'] as const

const signed = 'The freeze record of this election is signed, so'

/** Sentences about the roll, the freeze record and the audit package among the settings of an election. */
export const settingsText = {
  eligibilityTitle: 'Who may vote',
  eligibility: movedTimeNames.eligibilityDate,
  eligibilityHint:
    'Members approved by then may vote. Leave it empty to take everybody who is a member when voting opens.',
  noEligibility: 'When voting opens',
  eligibleTooLate: 'The date of eligibility must not be later than the opening of voting',
  votingPassed: 'Voting in a new election must open in the future',
  eligiblePassed: 'Choose a date that is still to come, or leave it empty',
  rollFrozen: (when: string) => `The roll was frozen on ${when}, so this can no longer be changed`,
  package: 'Who may download the audit package',
  packageTitle: 'Audit package',
  packageNote:
    'Everything that is needed to recount the election without this site: the votes, the roll as codes, and the signed records. It names no voter.',
  packagePublic: 'Everybody',
  packagePublicHint: 'After the count anybody can download it and count again.',
  packageClosed: 'Only administrators and observers',
  packageClosedHint: 'The public board and its totals stay open to everybody.',
  packageStaysPublic: 'Voting has begun with a public audit package, so it stays public',
  frozen: {
    title: `${signed} its title can no longer be changed`,
    seats: `${signed} its seats can no longer be changed. For other seats, create a new election`,
    resultsVisible: `${signed} what voters were told about the results can no longer be changed`,
    proxyNeedsSecondAdmin: `${signed} this can no longer be changed`,
  } satisfies Record<(typeof frozenFields)[number], string>,
  whyMoved: 'Reason for the change',
  whyMovedHint:
    'A few words at least. Everybody can read it, together with your name: please do not name anybody else.',
  correctionNote:
    'Voting has begun with a signed record of these times. The change is added to it as a signed correction that everybody can read.',
} as const

import { manila } from '../../time.ts'

/** The election a new site begins with. Days without a time are whole: a window closes at the start of the day after. */
export const defaultElection = {
  title: 'ARRAPI BOT ELECTION',
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

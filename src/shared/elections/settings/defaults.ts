import { manila } from '../../time.ts'

const at = (date: string, time?: string) => new Date(manila(date, time))

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
  nominationOpens: at('2025-03-01'),
  nominationCloses: at('2025-03-15'),
  adminNominationCloses: at('2025-03-25', '12:00'),
  candidacyOpens: at('2025-03-01'),
  candidacyCloses: at('2025-03-14'),
  voteLinkOpens: at('2025-03-29'),
  voteLinkCloses: at('2025-03-30'),
  votingOpens: at('2025-03-29'),
  votingCloses: at('2025-03-29', '17:00'),
}

/** What every screen about elections says until one is announced. */
export const noElectionText = {
  title: 'No election is planned yet',
  schedule: 'The schedule will be here as soon as an election is announced.',
  nominate: 'Once the association has announced an election, members are nominated here.',
  vote: 'Once the association has announced an election, its candidates and the ballot will be on this page.',
  results: 'Once members have voted in an election, its results will be here.',
  plan: 'Plan an election',
} as const

/** What people read of an election that was cancelled. */
export const cancelledText = {
  title: 'The election was cancelled',
  by: (by: string, when: string) => `${by}, ${when}`,
  ballots: 'Ballots that had been cast stay sealed. They will not be opened or counted.',
  signed: 'The site has signed this cancellation with its key.',
  was: 'It had been planned as follows.',
  toSchedule: 'About the election',
} as const

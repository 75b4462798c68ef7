/** What every screen about elections says until one is announced. */
export const noElectionText = {
  title: 'No election is planned yet',
  schedule: 'The schedule will be here as soon as an election is announced.',
  nominate: 'Once the association has announced an election, members are nominated here.',
  vote: 'Once the association has announced an election, its candidates and the ballot will be on this page.',
  results: 'Once members have voted in an election, its results will be here.',
  plan: 'Plan an election',
} as const

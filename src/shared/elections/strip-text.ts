const count = (value: number) => value.toLocaleString('en')

/** The line about the election under the header of every page. */
export const stripText = {
  nominations: (until: string) => `Nominations are open until ${until}`,
  voting: (until: string) => `Voting is open until ${until}`,
  turnout: ({ cast, eligible }: { cast: number; eligible: number }) =>
    `${count(cast)} of ${count(eligible)} ${cast === 1 ? 'has' : 'have'} voted`,
  /** The dot ends a line rather than begin one. */
  and: (first: string, second: string) => `${first}\u00a0· ${second}`,
  notOnRoll: 'You are not on the roll of this election',
  voted: 'You have voted. Thank you.',
  counting: 'Voting is over. The result is being counted.',
  counted: 'Voting is over. The result is not certified yet.',
  certified: 'Voting is over. The result is certified.',
  cancelled: 'The election was cancelled.',
  why: 'Read why',
  vote: 'Vote',
  logInToVote: 'Log in to vote',
  nominate: 'Nominate',
  logInToNominate: 'Log in to nominate',
  results: 'Results',
  elected: 'See who was elected',
}

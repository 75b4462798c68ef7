/** What the schedule's page says about the board, and the title of the page that explains everything. */
export const howTitle = 'How your vote is kept secret and counted'

export const scheduleBoardText = {
  checking:
    'After voting, check with your receipt that your vote was counted. Once the count is closed, the public board has all votes, and anybody can recount them.',
  fingerprint:
    'It never changes: the same fingerprint must be on your receipt, on the public board and on the certificate.',
} as const

/** In the schedule, after the times. */
export const resultWhen =
  'The last ballots are counted when voting has closed. The association checks the count and certifies the result. Then it is shown here, for everybody.'

export const resultLater = 'The result will be shown here, for everybody, when it is certified.'

/** For the schedule's page, in four sentences. */
export const secrecyFacts = [
  'Each ballot is sealed as it arrives, with a key that is kept apart from the ballots. Anyone who reads the records can see who voted, but not for whom.',
  'Ballots are counted in groups that are mixed first, seat by seat. A counted vote has no name and no time.',
  'Your receipt lets you check that your vote was counted as you cast it. Only your receipt shows whom you chose, so keep it to yourself.',
  'When the result is certified, the key is destroyed. From then on even the site cannot open a ballot.',
] as const

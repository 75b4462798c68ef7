/** Text about the public board. Each page has its own file, loaded with the page. */
export const boardText = {
  title: 'Public board',
  intro:
    'Here everybody can check the counted votes, and download them all once the count is closed. They name no voter. Any change to them would show.',
  none: 'No election has been announced yet. Its board will be here.',
  noRecordTitle: 'The board opens with voting',
  noRecord:
    'When voting opens, the site signs who may vote, who the candidates are, and the rules. From then on, any change would show. The record will be here.',
  votesEach: (votes: string) => `Each ballot gives ${votes}, one for each seat.`,
  noHead: 'No ballots have been counted yet. The first signed state of the board will be here soon after voting opens.',
  state: (number: string, time: string, ballots: string) => `Board state ${number}, ${time}, ${ballots}`,
  closed: 'The count is closed. No more votes will be added.',
  head: 'The site signs the state of the board whenever ballots are counted, and at least once a minute while voting is open. The state is the number of ballots, with a fingerprint of all votes together. Save one of these states, and you can tell if anything before it changes.',
  witnessesTitle: 'Who is watching',
  witnesses:
    'Their browsers check that each state of the board continues the one before, and sign it with keys of their own.',
  noWitnesses:
    'Nobody is watching this board yet. If you would like to, ask the election committee to invite you as an observer.',
  hadNoWitnesses: 'No observer watched this election.',
  keyTitle: 'The site’s key',
  key: 'Everything here is signed with one key. It must be the same before, during and after the election. Compare its fingerprint with the one on the schedule, on receipts and on the certificate.',
  recordTitle: 'What was set before voting',
  record: (frozenAt: string, rollFrozenAt: string) =>
    `Signed on ${frozenAt}. The roll of voters was closed on ${rollFrozenAt}.`,
  goodStanding: 'Only members in good standing when the roll was closed are on it.',
  anew: (when: string, by: string, reason: string) =>
    `An earlier record was lost and signed again on ${when} by ${by}. The reason: ${reason}`,
  correctionsTitle: 'Corrections',
  corrections: 'What had to be corrected after that, by whom and why. Each correction is signed and numbered.',
  rollback: (after: string) =>
    `The site went back to an earlier state. Board states after number ${after} no longer count, and anyone who voted after that must vote again.`,
  verifierHash:
    'With these figures anyone can check that a copy of the verifier is the one for this certificate (SHA-256):',
  noCorrections: 'Nothing has been corrected.',
  certificateTitle: 'Certificate',
  certificate: 'The result is certified and signed.',
  downloadsTitle: 'Check it yourself',
  downloads:
    'The verifier recounts an election from the audit package on your own computer. It needs neither this site nor an internet connection.',
  votesTitle: 'Votes for each candidate',
  earlierTitle: 'Other elections and their results',
} as const

export const downloadText = {
  package: ['Audit package', 'Everything needed to recount this election, in one ZIP file.'],
  verifier: ['Verifier', 'One page to save and open on your own computer. It recounts the audit package there.'],
  heads: ['Signed states of the board', 'All of them in order, to compare with states you kept.'],
  roll: ['Roll', 'One code for each voter, without names. Members find their own code on their profile.'],
  participation: ['Who took part', 'Whether a ballot was cast for each code, and whether by proxy.'],
} as const

export const packageLater = 'You can download the audit package here once the count is closed.'

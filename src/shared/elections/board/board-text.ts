/** What visitors read about the public board, and about how votes are kept secret and counted. */
export const boardText = {
  title: 'Public board',
  intro:
    'The list of all counted votes, for everybody to check. It names no voter. Once a vote is on it, it cannot be changed, removed or added to without everybody being able to notice.',
  none: 'No election has been announced yet. Its board will be here.',
  noRecordTitle: 'The board opens with voting',
  noRecord:
    'When voting opens, the site signs who may vote, who can be voted for and by which rules. From then on nothing of that changes unnoticed. The record will be here.',
  noHead: 'No ballots have been counted yet. The first signed state of the board will be here soon after voting opens.',
  headTitle: 'Latest signed state',
  head: 'Whenever ballots are counted, and at least once a minute while voting is open, the site signs how many votes are on the board and a fingerprint of all of them together (the root). Keep one of these: nobody can then rewrite what came before it.',
  keyTitle: 'The site’s key',
  key: 'Everything here is signed with one key. It must be the same before, during and after the election. Compare its fingerprint with the one on the schedule, on receipts and on the certificate.',
  recordTitle: 'Fixed before voting',
  record: (frozenAt: string, rollFrozenAt: string) =>
    `Signed on ${frozenAt}. The roll of voters is as it was on ${rollFrozenAt}.`,
  correctionsTitle: 'Corrections',
  corrections: 'What had to be corrected after that, by whom and why. Each correction is signed and numbered.',
  noCorrections: 'Nothing of it has been corrected.',
  certificateTitle: 'Certificate',
  certificate: 'The result is certified and signed.',
  downloadsTitle: 'Check it yourself',
  downloads:
    'The verifier recounts an election from the audit package on your own computer. It needs neither this site nor an internet connection.',
  earlierTitle: 'Other elections',
} as const

export const downloadText = {
  package: ['Audit package', 'Everything needed to recount this election, in one ZIP file.'],
  verifier: ['Verifier', 'One page to save and open on your own computer. It recounts the audit package there.'],
  heads: ['Signed states of the board', 'All of them in order, for those who compare them with states they kept.'],
  roll: ['Roll', 'One coded line for each voter, without names. Members find their own line on their profile.'],
  participation: ['Who took part', 'For each line of the roll whether a ballot was cast, and whether by proxy.'],
} as const

export const packageLater = 'The audit package can be downloaded here once the count is closed.'

/** For the schedule's page. */
export const scheduleBoardText = {
  checking:
    'After voting, check with your receipt that your vote was counted. The public board has all counted votes, and anybody can recount them.',
  fingerprint:
    'Note it before voting: the same fingerprint must be on your receipt, on the public board and on the certificate.',
} as const

/** For the schedule's page, in four sentences. */
export const secrecyFacts = [
  'Each ballot is sealed as it arrives, under a key that is not kept with the ballots. Anyone who reads the records can see who voted, but not for whom.',
  'Ballots are counted in groups that are mixed first, seat by seat. A counted vote has no name and no time.',
  'Your receipt lets you check that your vote was counted as you cast it. Anyone who sees it can see whom you chose: keep it to yourself.',
  'When the result is certified, the key is destroyed. From then on nobody can open a ballot.',
] as const

export const howTitle = 'How your vote is kept secret and counted'

/** One page for voters: a heading, and what stands under it. */
export const howText: readonly { title: string; points: readonly string[] }[] = [
  {
    title: 'When you vote',
    points: [
      'Your phone makes a secret number, which becomes your receipt. Your ballot is sealed when you save it, under a key that is kept apart from the ballots.',
      'The site stores that you voted, and your sealed ballot. It gives you a signed promise to count exactly this ballot.',
      'Logging in does not show whom you chose, not to you and not to anybody else. Only the receipt does.',
    ],
  },
  {
    title: 'When votes are counted',
    points: [
      'Ballots are opened in groups of at least ten, taken apart seat by seat, and mixed. What goes on the public board is one line for each seat, without name, time or ballot.',
      'The site signs every state of the board. Whoever keeps one of them would notice if a line were changed or removed later.',
      'Before the result is certified, all ballots are opened once more and compared with the board. Then the key is destroyed, and no ballot can ever be opened again.',
    ],
  },
  {
    title: 'What you can check',
    points: [
      'With your receipt: that your vote is on the board, for the people you chose. Your phone fetches the list and looks for your vote itself, so the site cannot tell which lines are yours.',
      'If your vote were missing, the signed promise on your receipt proves it. You need not tell anybody whom you chose.',
      'If you did not vote: that no ballot was cast in your name. Your profile shows your line of the roll; after voting, the list of who took part says whether it voted.',
      'Anybody can recount the whole election from the audit package with the verifier.',
    ],
  },
  {
    title: 'What this cannot do',
    points: [
      'Whoever sees your receipt can see your vote. Nobody has a right to see it: not an administrator, not an observer, not your commander.',
      'The site itself opens ballots to count them. Somebody who takes over the whole server while voting is open could look into ballots. They could not change them unnoticed.',
      'Harmful software on a phone, or somebody who has taken over the site, can show one thing and send another. Check your receipt from a second device, or with the verifier.',
      'A ballot cast for somebody who did not vote is noticed only if somebody looks. That is why we email every voter, and why observers call a sample of members.',
      'A proxy ballot has no receipt. The member is told by email, and the certificate says how many there were.',
    ],
  },
]

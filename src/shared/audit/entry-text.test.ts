import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { auditActions, beforeAndAfter, type AuditDetail } from './actions.ts'
import { foldEntries, mention, sentenceOfEntry, type NamedEntry } from './entry-text.ts'
import { boundsOf, isReference, logFilterSchema, referenceOf } from './filter.ts'
import { actsOf, kindNames } from './kinds.ts'
import { actTitle, auditText } from './text.ts'

const entry = (given: Partial<NamedEntry>): NamedEntry => ({
  action: 'member approved',
  by: 'AURORA REYES',
  about: null,
  reference: null,
  detail: {},
  ...given,
})

test('neighbours that read the same are told once, with how often and since when', () => {
  const opened = { action: 'document opened', about: 'JUAN CRUZ' } as const
  const log = [{ ...opened }, { ...opened }, { ...opened, by: 'BEN TAN' }, {}, { ...opened, by: 'BEN TAN' }]
  const folded = foldEntries(log.map((given, place) => ({ ...entry(given), at: 50 - place })))
  expect(folded.map(({ entry: { by, at }, times, since }) => [by, times, since, at])).toEqual([
    ['AURORA REYES', 2, 49, 50],
    ['BEN TAN', 1, 48, 48],
    ['AURORA REYES', 1, 47, 47],
    ['BEN TAN', 1, 46, 46],
  ])
})

test.each<[Partial<NamedEntry>, string]>([
  [{ about: 'JUAN CRUZ' }, 'AURORA REYES approved JUAN CRUZ as a member.'],
  [{}, 'AURORA REYES approved an applicant as a member.'],
  [{ reference: '3F2A91C0' }, 'AURORA REYES approved an applicant (reference 3F2A91C0) as a member.'],
  [{ by: null, action: 'count closed', about: 'Board 2025' }, 'The site itself closed the count of Board 2025.'],
  [
    { action: 'roll list opened', about: 'Board 2025', detail: { how: 'print' } },
    'AURORA REYES opened the roll of Board 2025 with names. To print it.',
  ],
  [
    { action: 'witness registered', about: 'Board 2025', detail: { key: '1b8acf3100aa55ee'.repeat(4) } },
    'AURORA REYES began to follow the board of Board 2025 in a browser. The browser’s key begins with 1b8a cf31 00aa 55ee.',
  ],
  // The action says it all, so the sentence does not mention the subject.
  [{ action: 'password changed', reference: '3F2A91C0' }, 'AURORA REYES chose a new password.'],
  [{ action: 'site started first', about: 'JUAN' }, 'AURORA REYES started this site for the first time.'],
  [
    { action: 'member edited', about: 'JUAN CRUZ', detail: { changed: 'firstName, cellphoneNumber, paymentProof' } },
    'AURORA REYES edited the profile of JUAN CRUZ. Changed: First name, Cellphone number, Proof of payment.',
  ],
  [
    { action: 'member edited', about: 'JUAN CRUZ', detail: { changed: 'region', import: true } },
    'AURORA REYES edited the profile of JUAN CRUZ. Changed: Region. By import.',
  ],
  [
    {
      action: 'settings changed',
      detail: {
        changed: 'registrationFee, walletAccount, ownPasswordToVote',
        'before.registrationFee': 150,
        'after.registrationFee': 1200,
        'before.ownPasswordToVote': false,
        'after.ownPasswordToVote': true,
      },
    },
    'AURORA REYES changed the settings. Changed: Wallet account. Registration fee in pesos: from 150 to 1,200. Only members with their own password may vote: from no to yes.',
  ],
  [
    {
      action: 'election changed',
      about: 'Board 2025',
      detail: {
        changed: 'votingCloses, eligibilityDate, somethingOld',
        'moved votingCloses': '29 March 2025, 5:00 PM (Manila) to 29 March 2025, 6:00 PM (Manila)',
        'before.eligibilityDate': null,
        'after.eligibilityDate': '1 March 2025, 12:00 AM (Manila)',
      },
    },
    'AURORA REYES changed the settings of Board 2025. Changed: Something old. Voting closes, after it had begun: from 29 March 2025, 5:00 PM (Manila) to 29 March 2025, 6:00 PM (Manila). Date of eligibility: from nothing to 1 March 2025, 12:00 AM (Manila).',
  ],
  [{ action: 'members exported', detail: { count: 1500, approved: true } }, 'AURORA REYES exported 1,500 members.'],
  [
    { action: 'members exported', detail: { approved: true, columns: 33, count: 120, which: 'Rank WO1' } },
    'AURORA REYES exported 120 members with 33 columns. Only these: Rank WO1.',
  ],
  [
    { action: 'members exported', detail: { approved: false, columns: 1, count: 1 } },
    'AURORA REYES exported 1 applicant with 1 column.',
  ],
  [
    { action: 'members imported', detail: { applicants: 1, file: 'list.csv', members: 0, updating: 4 } },
    'AURORA REYES imported 1 applicant. From the file “list.csv”. 4 records were to be updated.',
  ],
  [{ action: 'members imported', detail: { applicants: 0, members: 0 } }, 'AURORA REYES imported members.'],
  [{ action: 'cards printed', detail: { count: 2 } }, 'AURORA REYES printed 2 ID cards.'],
  [{ action: 'failed emails retried', detail: { emails: 3 } }, 'AURORA REYES sent 3 failed emails again.'],
  [
    { action: 'failed emails discarded', detail: { emails: 1 } },
    'AURORA REYES discarded 1 email that could not be sent.',
  ],
  [
    { action: 'statement added', detail: { account: 'GCash', lines: 12, matched: 5 } },
    'AURORA REYES added 12 lines of an account statement. The account is GCash. 5 of them match payments.',
  ],
  [{ action: 'page edited', about: 'Home', detail: { version: 4 } }, 'AURORA REYES edited the page Home.'],
  [
    {
      action: 'video added',
      about: 'the video “Relief”',
      detail: { page: 'featured_stories', replaced: null, title: 'Relief' },
    },
    'AURORA REYES added the video “Relief”. On the page Featured Stories.',
  ],
  [
    { action: 'videos reordered', about: 'Featured Stories' },
    'AURORA REYES changed the order of the videos on the page Featured Stories.',
  ],
  [
    { action: 'nominee added', about: 'JUAN CRUZ', detail: { election: 'Board 2025', member: 'JUAN CRUZ' } },
    'AURORA REYES nominated JUAN CRUZ. For the election “Board 2025”.',
  ],
  [
    { action: 'candidacy filed', detail: { election: '3f2a91c0-0000-4000-8000-000000000000', member: 'JUAN CRUZ' } },
    'AURORA REYES filed for candidacy. For an election that is no longer here (reference 3F2A91C0).',
  ],
  [
    {
      action: 'tie decided',
      about: 'Board 2025',
      detail: { chosen: 'ANA CRUZ, JUAN REYES', ms: 'PN', reason: 'By lot.' },
    },
    'AURORA REYES recorded how a tie was decided in Board 2025. For the service Navy. It went to ANA CRUZ and JUAN REYES. The reason: “By lot”.',
  ],
  [
    {
      action: 'roll corrected',
      about: 'JUAN CRUZ',
      detail: { act: 'add', election: 'Board 2025', number: 1, reason: 'Wrongly missing', region: 'NCR' },
    },
    'AURORA REYES corrected the line of JUAN CRUZ on the roll. Added to the roll. The region is NCR. This is correction 1. For the election “Board 2025”. The reason: “Wrongly missing”.',
  ],
  [
    { action: 'administrator jobs changed', about: 'PILAR', detail: { after: 'content, members, roll', before: '' } },
    'AURORA REYES changed the jobs of PILAR. From nothing to content, members and roll.',
  ],
  [
    { action: 'administrator renamed', detail: { after: 'AURORA REYES' } },
    'AURORA REYES changed their name. Now AURORA REYES.',
  ],
  [
    { action: 'password changed', detail: { after: 'help with the login' } },
    'AURORA REYES chose a new password. An administrator had helped with the login before.',
  ],
  [
    { action: 'application returned', about: 'JUAN', detail: { asked: 'photoUpload, cellphoneNumber' } },
    'AURORA REYES asked JUAN for a correction. Asked for: Second photo and Cellphone number.',
  ],
  [
    { action: 'dues payment accepted', about: 'JUAN', detail: { amount: '₱500', receipt: '2026-0001' } },
    'AURORA REYES accepted a dues payment of JUAN. The amount is ₱500. The receipt is 2026-0001.',
  ],
  [
    {
      action: 'election certified',
      about: 'Board 2025',
      detail: { ballots: 121, hash: 'ab', lastHash: 'cd', proxies: 0 },
    },
    'AURORA REYES certified Board 2025. 121 ballots were cast. None was cast by proxy. The log ended with the fingerprint cd. Its fingerprint is ab.',
  ],
  // What an older site wrote is shown all the same.
  [
    { action: 'member edited', about: 'JUAN', detail: { oldDetail: 3 } },
    'AURORA REYES edited the profile of JUAN. Old detail: 3.',
  ],
  [
    {
      action: 'ballot cast by proxy',
      about: 'JUAN CRUZ',
      detail: { confirmed: true },
    },
    'AURORA REYES cast a ballot on behalf of JUAN CRUZ. Confirmed as the second administrator.',
  ],
  [
    {
      action: 'privacy request answered',
      about: 'JUAN CRUZ',
      detail: { kind: 'change', field: 'rank', outcome: 'done' },
    },
    'AURORA REYES answered a privacy request of JUAN CRUZ. It asked for a change. The field is “Rank”. It was done.',
  ],
])('%j reads: %s', (given, sentence) => {
  expect(sentenceOfEntry(entry(given))).toBe(sentence)
})

test.each<[Parameters<typeof mention>[0], string | null]>([
  [
    { action: 'link added', subject: 'x', name: 'By-laws', detail: { kind: 'document', title: 'Old' } },
    'the document “By-laws”',
  ],
  [
    { action: 'link deleted', subject: 'x', name: null, detail: { kind: 'text', title: 'Old' } },
    'the announcement “Old”',
  ],
  [{ action: 'link deleted', subject: 'x', name: null, detail: {} }, null],
  [{ action: 'video deleted', subject: 'x', name: null, detail: { title: 'Relief' } }, 'the video “Relief”'],
  [{ action: 'page edited', subject: 'home', name: null, detail: {} }, 'Home'],
  [{ action: 'page edited', subject: 'constructor', name: null, detail: {} }, null],
  [{ action: 'videos reordered', subject: 'about', name: null, detail: {} }, 'About Us'],
  [{ action: 'election draft deleted', subject: 'x', name: null, detail: { title: 'Board 2027' } }, 'Board 2027'],
  [{ action: 'leaders reordered', subject: 'officers', name: null, detail: {} }, 'the officers'],
  [{ action: 'member approved', subject: 'x', name: 'JUAN', detail: {} }, 'JUAN'],
])('%j is called %s', (given, name) => {
  expect(mention(given)).toBe(name)
})

describe('every act', () => {
  test('is of one kind', () => {
    expect(kindNames.flatMap(actsOf).toSorted()).toEqual([...auditActions].toSorted())
  })

  test('has one sentence, with at most one place for a name, and a title of its own', () => {
    for (const action of auditActions) expect(auditText[action].split(/[{}]/).length, action).toBeLessThanOrEqual(3)
    expect(new Set(auditActions.map(actTitle)).size).toBe(auditActions.length)
    expect(actTitle('member approved')).toBe('Approved an applicant as a member')
  })
})

test('days are those of Manila, both included', () => {
  expect(boundsOf({ from: '2026-11-16', until: '2026-11-16' })).toEqual({
    since: manila('2026-11-16'),
    before: manila('2026-11-17'),
  })
  expect(boundsOf({})).toEqual({ since: null, before: null })
  for (const day of ['2026-02-30', '1999-12-31', '2100-01-01', '16.11.2026', '', "2026-11-16' or 1=1"])
    expect(logFilterSchema.safeParse({ from: day }).success, day).toBe(false)
})

test('a reference is the beginning of an id', () => {
  expect(referenceOf('3f2a91c0-0000-4000-8000-000000000000')).toBe('3F2A91C0')
  expect([isReference('3F2A91C0'), isReference('3F2A91C'), isReference('%%%%%%%%')]).toEqual([true, false, false])
})

test('what changes is written with what was before', () => {
  const detail: AuditDetail = beforeAndAfter(['fee'], { before: () => 1, after: () => 2 })
  expect(detail).toEqual({ 'before.fee': 1, 'after.fee': 2 })
})

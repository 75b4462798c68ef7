import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { auditActions, beforeAndAfter, type AuditDetail } from './actions.ts'
import { mention, sentenceOfEntry, type NamedEntry } from './entry-text.ts'
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

test.each<[Partial<NamedEntry>, string]>([
  [{ about: 'JUAN CRUZ' }, 'AURORA REYES approved JUAN CRUZ as a member.'],
  [{}, 'AURORA REYES approved an applicant as a member.'],
  [{ reference: '3F2A91C0' }, 'AURORA REYES approved an applicant (reference 3F2A91C0) as a member.'],
  [{ by: null, action: 'count closed', about: 'Board 2025' }, 'The site itself closed the count of Board 2025.'],
  [
    { action: 'roll list opened', about: 'Board 2025', detail: { how: 'print' } },
    'AURORA REYES opened the roll of Board 2025 with names. To print it.',
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
  [
    { action: 'members exported', detail: { count: 1500, approved: true } },
    'AURORA REYES exported the members. How many: 1,500. Members, not applicants: yes.',
  ],
  [
    {
      action: 'ballot cast by proxy',
      about: 'JUAN CRUZ',
      detail: { confirmed: true },
    },
    'AURORA REYES cast a ballot on behalf of JUAN CRUZ. Confirmed as the second administrator: yes.',
  ],
  [
    {
      action: 'privacy request answered',
      about: 'JUAN CRUZ',
      detail: { kind: 'change', field: 'rank', outcome: 'done' },
    },
    'AURORA REYES answered a privacy request of JUAN CRUZ. Kind: change. Field: rank. Outcome: done.',
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

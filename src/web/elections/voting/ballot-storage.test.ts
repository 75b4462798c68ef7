import { describe, expect, test } from 'vitest'
import { isSecret } from '#shared/elections/board/leaves.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { draftKey, draftJson, fitChoices, isOwnKey, newSecret, draftFromJson } from './ballot-storage.ts'
import type { Candidate } from './slots.ts'

const [army, other, navy, gone] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]
const secret = '0123456789abcdef0123456789abcdef'
const draft = { secret, choices: [army, null, navy], sent: true }

describe('a ballot kept on the device', () => {
  test('is found again as it was left, with its secret', () => expect(draftFromJson(draftJson(draft))).toEqual(draft))

  test.each([
    [null],
    [''],
    ['{'],
    ['null'],
    ['[]'],
    ['7'],
    ['{}'],
    [JSON.stringify({ ...draft, secret: 'short' })],
    [JSON.stringify({ ...draft, secret: secret.toUpperCase() })],
    [JSON.stringify({ ...draft, choices: 'all' })],
    [JSON.stringify({ ...draft, choices: [7] })],
    [JSON.stringify({ ...draft, choices: ['<script>'] })],
    [JSON.stringify({ ...draft, choices: Array.from({ length: 51 }, () => null) })],
  ])('rubbish is nothing: %j', (text) => expect(draftFromJson(text)).toBeNull())
})

describe('belongs to one person and one election', () => {
  const owner = { userId: 'juan', electionId: '2025', rehearsalOf: null }
  test.each([
    [{}, true],
    [{ userId: 'maria' }, false],
    [{ electionId: '2029' }, false],
  ])('%j stays: %s', (changed, stays) => expect(isOwnKey(draftKey({ ...owner, ...changed }), owner)).toBe(stays))
  test('a rehearsal leaves that of its election in place', () =>
    expect(isOwnKey(draftKey(owner), { ...owner, electionId: 'trial', rehearsalOf: '2025' })).toBe(true))
})

test('each ballot has a secret of its own', () => {
  const made = Array.from({ length: 100 }, newSecret)
  expect(made.every(isSecret)).toBe(true)
  expect(new Set(made).size).toBe(100)
})

describe('choices of an earlier visit', () => {
  const seats: Seat[] = [
    { slot: 'PA 1', ms: 'PA' },
    { slot: 'PA 2', ms: 'PA' },
    { slot: 'PN', ms: 'PN' },
  ]
  const standing = (id: string, ms: Candidate['ms']): Candidate => ({
    id,
    ms,
    name: id,
    fullName: id,
    tellingNumber: '',
    rank: '',
    unit: '',
    hasPhoto: false,
    hasDocument: false,
  })
  const candidates = [standing(army, 'PA'), standing(other, 'PA'), standing(navy, 'PN')]

  test.each([
    ['stand as they were', [army, other, navy], [army, other, navy], []],
    ['lose who no longer stands', [gone, other, navy], [null, other, navy], ['PA 1']],
    ['lose who is now of another service', [navy, other, null], [null, other, null], ['PA 1']],
    ['lose who would stand twice', [army, army, null], [army, null, null], ['PA 2']],
    ['are filled up for new seats', [army], [army, null, null], []],
    ['are cut for seats that are gone', [army, other, navy, gone], [army, other, navy], []],
  ])('%s', (_what, kept, choices, dropped) => expect(fitChoices(kept, seats, candidates)).toEqual({ choices, dropped }))
})

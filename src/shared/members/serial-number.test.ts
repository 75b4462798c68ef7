import { expect, test } from 'vitest'
import {
  foldSerial,
  meantBySerial,
  meantSerial,
  normaliseSerial,
  spellingsOf,
  whyDoubtSerial,
} from './serial-number.ts'

// Shows login-05
test.each([
  [' o-123456 ', 'O-123456'],
  ['O 12 34 56', 'O123456'],
  ['af-98\t765\n', 'AF-98765'],
  ['ñ-1', 'Ñ-1'],
  ['o–200‑270−1', 'O-200-270-1'],
])('%j -> %j', (typed, stored) => {
  expect(normaliseSerial(typed)).toBe(stored)
})

test.each([
  ['0-200-001', ['0200001', 'O200001']],
  ['O-200001', ['O200001']],
])('%s may be %j at the login', (typed, spellings) => expect(spellingsOf(typed)).toEqual(spellings))

test.each([
  ['0-200001', 'O-200001'],
  [' 0 – 200001', 'O-200001'],
  ['O-200001', null],
  ['0812345', null],
  ['', null],
])('with %j is meant %j', (typed, meant) => {
  expect(meantSerial(typed)).toBe(meant)
  expect(whyDoubtSerial(typed) !== null).toBe(meant !== null)
})

test.each([
  ['O-200270', 'O200270'],
  ['O-200270', '0-200270'],
  ['O-200270', 'O–2002.7O'],
  ['AF-11', 'AF-IL'],
  ['S-58', '5-SB'],
  ['O-200270', 'О-200270'],
  ['PA-1', 'ＰＡ-１'],
])('%s looks like %s', (one, other) => {
  expect(foldSerial(one)).toBe(foldSerial(other))
})

test.each([
  ['O-200270', 'O-200271'],
  ['O-200270', 'O-2002700'],
  ['PA-1', 'PN-1'],
])('%s does not look like %s', (one, other) => {
  expect(foldSerial(one)).not.toBe(foldSerial(other))
})

test.each<[string, string, string[], string | null]>([
  ['the one who has it', 'O-1', ['O-1 member'], 'O-1 member'],
  ['nobody', 'O-1', [], null],
  ['hyphens left out', 'O1', ['O-1 member'], 'O-1 member'],
  ['an applicant who has it in front of a member', 'O1', ['O1 applicant', 'O-1 member'], 'O-1 member'],
  ['several applicants in front of a member', 'O1', ['O1 applicant', 'O-1- applicant', 'O-1 member'], 'O-1 member'],
  ['exactly one of two members', 'O1', ['O1 member', 'O-1 member'], 'O1 member'],
  ['two members, exactly neither', '-O1', ['O1 member', 'O-1 member'], null],
  ['two members and an applicant who has it', '-O1', ['-O1 applicant', 'O1 member', 'O-1 member'], null],
  ['an applicant among applicants', 'O1', ['O1 applicant', 'O-1 applicant'], 'O1 applicant'],
  ['two applicants, exactly neither', '-O1', ['O1 applicant', 'O-1 applicant'], null],
])('%s', (_case, typed, holders, meant) => {
  const people = holders.map((who) => {
    const [serial = '', role] = who.split(' ')
    return { who, serial, canLogIn: role === 'member' }
  })
  expect(meantBySerial(typed, people)?.who ?? null).toBe(meant)
  expect(meantBySerial(typed, people.toReversed())?.who ?? null).toBe(meant)
})

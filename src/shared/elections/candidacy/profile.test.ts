import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import {
  candidateProfileSchema,
  statementCorrectionSchema,
  tidyStatement,
  whyCannotCorrectStatement,
  whyCannotWriteProfile,
} from './profile.ts'

const election = { votingOpens: defaultElection.votingOpens, votingCloses: defaultElection.votingCloses }

test.each([
  ['plain words', 'I will serve.\n\nSeñor Peña', 'I will serve.\n\nSeñor Peña'],
  ['what turns the direction', 'vote \u202Eerof\u202C \u2066x\u2069', 'vote erof x'],
  ['what nobody sees', `a${'\u200b'.repeat(50)}b\ufeff\u00adc\u2060`, 'abc'],
  ['control characters', 'a\u0000b\u0007c\u001b[31m', 'abc[31m'],
  ['half a character', 'a\ud800b', 'ab'],
  ['letters buried under marks', `e${'\u0301\u0327'.repeat(40)}x`, 'ȩ́x'],
  ['a flood of lines', `a${'\r\n'.repeat(30)}b\n \n \n c`, 'a\n\nb\n\nc'],
  ['HTML and links, which stay text', '<b>hi</b> http://x.example', '<b>hi</b> http://x.example'],
  ['nothing but signs that nobody sees', '\u200b\u200d \n', ''],
])('%s', (_what, typed, kept) => {
  expect(tidyStatement(typed)).toBe(kept)
})

test.each([
  ['600 characters', 'a'.repeat(600), true],
  ['601', 'a'.repeat(601), false],
  ['40,000', 'a'.repeat(40_000), false],
  ['600 that grow', '\u0344'.repeat(600), true],
])('a statement of %s', (_how, statement, taken) => {
  expect(candidateProfileSchema.safeParse({ statement, photo: 'own' }).success).toBe(taken)
})

test.each([
  ['a reason', 'It insults another candidate', true],
  ['none', '  ', false],
  ['several lines', 'one\ntwo', false],
])('a correction with %s', (_what, reason, taken) => {
  expect(statementCorrectionSchema.safeParse({ statement: '', seen: 'A slander', reason }).success).toBe(taken)
})

test.each([
  ['before voting', election.votingOpens - 1, null, null, null],
  ['when it opens', election.votingOpens, 'candidacy-settled', 'candidacy-settled', 'candidacy-settled'],
  ['until it closes', election.votingCloses - 1, 'candidacy-settled', 'candidacy-settled', 'candidacy-settled'],
  ['afterwards', election.votingCloses, 'candidacy-settled', 'candidacy-settled', null],
])('%s', (_when, now, write, change, remove) => {
  expect(whyCannotWriteProfile(election, now)).toBe(write)
  expect(whyCannotCorrectStatement(election, 'better', now)).toBe(change)
  expect(whyCannotCorrectStatement(election, '', now)).toBe(remove)
})

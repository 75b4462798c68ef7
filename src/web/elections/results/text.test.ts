import { expect, test } from 'vitest'
import type { ElectionKind, Stage } from '#shared/elections/lifecycle.ts'
import { addedTitle, chartText, emptyText, emptyTitle, nobodyText, ownBallotText } from './text.ts'

const votingOpens = Date.UTC(2025, 2, 28, 16)

test.each<[Stage, number, number, ElectionKind, string, RegExp]>([
  ['announced', 0, 0, 'election', 'No votes yet', /^Voting opens on 29 March 2025, 12:00 AM/],
  ['campaign', 0, 0, 'rehearsal', 'No votes yet', /^Cast a trial ballot/],
  ['voting', 0, 0, 'election', 'No votes yet', /^Nobody has voted so far/],
  ['voting', 4, 0, 'election', 'No ballot is counted yet', /first group is not full yet/],
  ['voting', 20, 10, 'election', 'No candidate has a vote so far', /left blank on the ballots counted so far/],
  ['counting', 4, 0, 'election', 'No ballot is counted yet', /are being counted/],
  ['counting', 0, 0, 'election', 'Nobody voted', /^No ballot was cast/],
  ['counted', 4, 4, 'election', 'No candidate got a vote', /left blank on every ballot/],
  ['counted', 0, 0, 'election', 'Nobody voted', /^No ballot was cast/],
  ['certified', 4, 4, 'election', 'No candidate got a vote', /left blank on every ballot/],
])('at %s with %i cast and %i counted, %s: %s', (stage, cast, counted, kind, title, text) => {
  const figures = { stage, cast, counted, kind, votingOpens }
  expect(emptyTitle(figures)).toBe(title)
  expect(emptyText(figures)).toMatch(text)
})

test('a panel without a name says “yet” only while there may be votes to come', () => {
  expect(nobodyText('voting', true)).toBe('No votes yet')
  expect(nobodyText('counting', true)).toBe('No votes yet')
  expect(nobodyText('certified', true)).toBe('No candidate got a vote')
  expect(nobodyText('voting', false)).toBe('No candidates')
  expect(nobodyText('certified', false)).toBe('No candidates')
})

test.each([
  ['ARRAPI BOT ELECTION 2027', '2027'],
  ['Arrapi BOT Election', ''],
  ['ARRAPI BOT ELECTIONS', 'ARRAPI BOT ELECTIONS'],
  ['SPECIAL ELECTION', 'SPECIAL ELECTION'],
])('below ARRAPI BOT ELECTION, %j is shown as %j', (title, shown) => {
  expect(addedTitle('ARRAPI BOT ELECTION', title)).toBe(shown)
})

test.each<[Stage, string]>([
  ['voting', 'Your ballot was received.'],
  ['counting', 'Your ballot was received. The ballots are being counted.'],
  ['counted', 'You voted in this election. Every ballot is counted.'],
  ['certified', 'You voted in this election. Its result is certified.'],
])('who voted reads, at %s: %s', (stage, text) => expect(ownBallotText(stage)).toBe(text))

// Shows results-07
test.each<[Stage, number, number, string, number?]>([
  ['voting', 7, 10, 'The chart shows 7 of 10 candidates: those in the lead. Some tied candidates have no bar.', 1],
  ['voting', 7, 10, 'The chart shows 7 of 10 candidates: those in the lead.'],
  ['counted', 6, 1200, 'The chart shows 6 of 1,200 candidates: those in the lead.'],
  ['certified', 7, 10, 'The chart shows 7 of 10 candidates: those elected.'],
  ['voting', 7, 7, 'The chart shows all candidates.'],
])('at %s with %i bars of %i candidates: %s', (stage, shown, all, text, ties = 0) => {
  expect(chartText(stage, shown, all, ties)).toBe(text)
})

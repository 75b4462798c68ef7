import { expect, test } from 'vitest'
import { draftText, parseDraft } from './draft.ts'

const now = Date.UTC(2026, 10, 15)
const hour = 60 * 60 * 1000
const values = { firstName: 'JOSÉ', rruChecked: true }

test.each([
  [hour, values],
  [7 * 24 * hour - 1, values],
  [7 * 24 * hour, null],
  // A clock that was set back must not keep it for ever.
  [-1, null],
])('a draft is found again as it was left, for seven days: after %i ms %j', (later, found) =>
  expect(parseDraft(draftText(values, now), now + later)).toEqual(found),
)

test.each([
  [null],
  [''],
  ['{'],
  ['null'],
  ['[]'],
  ['"text"'],
  ['{}'],
  [JSON.stringify({ savedAt: now })],
  [JSON.stringify({ savedAt: 'now', values })],
  [JSON.stringify({ savedAt: now, values: [1] })],
])('rubbish is nothing: %j', (text) => expect(parseDraft(text, now)).toBeNull())

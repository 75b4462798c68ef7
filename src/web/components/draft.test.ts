import { expect, test } from 'vitest'
import { draftText, isKeptPicture, parseDraft } from './draft.ts'

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
  expect(parseDraft(draftText(values, now, 3), now + later)).toEqual(found && { values: found, version: 3 }),
)

test('a draft without a version is one of nothing stored', () =>
  expect(parseDraft(JSON.stringify({ savedAt: now, version: '3', values }), now)).toEqual({ values, version: 0 }))

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

const picture = { id: '3d6f0a52-6c2e-4f0e-9c53-0d2f6f6b8a11', name: 'proof.jpg', size: 1234, sentAt: now }
test.each([
  [picture, true],
  [{ ...picture, sentAt: now - 20 * hour + 1 }, true],
  [{ ...picture, sentAt: now - 20 * hour }, false],
  [{ ...picture, id: '../x' }, false],
  [null, false],
])('whether a kept picture can be sent: %j %s', (kept, is) => expect(isKeptPicture(kept, now)).toBe(is))

import { describe, expect, test } from 'vitest'
import { draftText, parseDraft, type Draft } from './draft.ts'

const now = Date.UTC(2026, 10, 15)
const hour = 60 * 60 * 1000
const file = { id: '3d6f0a52-6c2e-4f0e-9c53-0d2f6f6b8a11', name: 'me.jpg', size: 1234, sentAt: now }
const draft: Draft = { values: { firstName: 'JOSÉ', rruChecked: 'on' }, files: { profilePicture: file } }

describe('a half-filled registration', () => {
  // Shows registration-58
  test('is found again as it was left', () => expect(parseDraft(draftText(draft, now), now + hour)).toEqual(draft))

  test.each([
    [20 * hour - 1, draft.files],
    [20 * hour, {}],
  ])('knows its pictures after %i ms: %j', (later, files) =>
    expect(parseDraft(draftText(draft, now), now + later)?.files).toEqual(files),
  )

  test.each([
    [7 * 24 * hour - 1, draft.values],
    [7 * 24 * hour, undefined],
    // A clock that was set back must not keep it for ever.
    [-1, undefined],
  ])('is kept for seven days: after %i ms %j', (later, values) =>
    expect(parseDraft(draftText(draft, now), now + later)?.values).toEqual(values),
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
    [JSON.stringify({ savedAt: 'now', values: draft.values })],
    [JSON.stringify({ savedAt: now, values: [1], files: 3 })],
    [JSON.stringify({ savedAt: now, values: { firstName: 7, password: 'x', lastName: 'x'.repeat(1001) }, files: {} })],
    [JSON.stringify({ savedAt: now, values: {}, files: { signature: { ...file, id: '../../etc' } } })],
    [JSON.stringify({ savedAt: now, values: {}, files: { passport: file } })],
  ])('rubbish is nothing: %j', (text) => expect(parseDraft(text, now)).toBeNull())
})

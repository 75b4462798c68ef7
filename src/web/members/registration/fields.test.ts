import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { afterPress } from './fields.tsx'

let page = new EventTarget()
beforeEach(() => vi.stubGlobal('document', (page = new EventTarget())))
afterAll(() => vi.unstubAllGlobals())

test.each([
  ['a click elsewhere', ['click'], 1],
  ['the key that left it', ['keyup'], 1],
  ['only once', ['click', 'keyup', 'click'], 1],
  ['not yet without a press', [], 0],
  ['not while it is typed in again after another window', ['focus', 'keyup', 'keyup', 'click'], 0],
])('a field that was left is looked at after a press: %s', (_when, events, times) => {
  const field = new EventTarget()
  const act = vi.fn()
  afterPress(field, act)
  for (const event of events) (event === 'focus' ? field : page).dispatchEvent(new Event(event))
  expect(act).toHaveBeenCalledTimes(times)
})

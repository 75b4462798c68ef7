import { expect, test } from 'vitest'
import { newestRelease } from './release.ts'

test.each([
  ['0.1.0', [], null],
  ['0.1.0', ['v0.1.0'], null],
  ['0.1.0 (2948f05)', ['v0.1.0', 'v0.2.0'], '0.2.0'],
  ['0.2.0', ['v0.1.9'], null],
  ['0.9.0', ['v0.10.0', 'v0.9.1', 'v0.2.0'], '0.10.0'],
  ['1.0.0', ['v0.9.9', 'v1.0.0'], null],
  ['0.1.0', ['v0.2.0', 'v0.10.12', 'v0.3.0'], '0.10.12'],
  ['10.0.0', ['v9.9.9', 'v12.0.0'], '12.0.0'],
  // A checkout that is no release is older than every one.
  ['unknown', ['v0.0.1'], '0.0.1'],
  // Tags that are not releases.
  ['0.1.0', ['v0.2.0-beta.1', 'before', '9.9.9', 'v2', 'v99999999999999999999.0.0'], null],
])('to %s and the tags %j, %s is available', (running, tags, available) => {
  expect(newestRelease(running, tags)).toBe(available)
})

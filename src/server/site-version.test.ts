import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { availableVersion } from './site-version.ts'

test('a newer release is found among the tags of git, packed or not; without git there is none', () => {
  const git = mkdtempSync(join(tmpdir(), 'tags-'))
  onTestFinished(() => rmSync(git, { recursive: true }))
  expect(availableVersion(git)).toBeNull()
  writeFileSync(join(git, 'packed-refs'), `# pack-refs\n${'a'.repeat(40)} refs/tags/v98.0.0\n^${'b'.repeat(40)}\n`)
  expect(availableVersion(git)).toBe('98.0.0')
  mkdirSync(join(git, 'refs/tags'), { recursive: true })
  writeFileSync(join(git, 'refs/tags/v99.0.0'), '')
  expect(availableVersion(git)).toBe('99.0.0')
})

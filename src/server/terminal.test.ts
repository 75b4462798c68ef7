import { describe, expect, test } from 'vitest'
import { sentenceOfError } from './terminal.ts'

const failure = (code: string, more: object = {}) =>
  Object.assign(new Error('as the system says it'), { code, ...more })

describe('what a person at the keyboard can mend is one sentence', () => {
  test.each([
    [
      failure('EACCES', { syscall: 'open', path: '/root/a.backup' }),
      /^The user \S+ may not open or write \/root\/a\.backup\..*chown/,
    ],
    [failure('EACCES', { syscall: 'mkdir', path: '/mnt/b' }), /install -d -o \S+ \/mnt\/b\)\.$/],
    [failure('EROFS', { syscall: 'mkdir', path: '/mnt/b' }), /may not open or write \/mnt\/b/],
    [failure('EACCES', { syscall: 'listen' }), /^This port needs more rights/],
    [failure('ENOSPC', { syscall: 'write' }), /^The disk is full: make room on the disk of the data folder/],
    [failure('53100'), /^The disk is full: make room/],
    [failure('28000'), /^The database refuses: as the system says it\. Run this as the user who runs the site/],
    [failure('ECONNREFUSED'), /^The database does not reply: look whether its server runs/],
  ])('%j', (error, sentence) => {
    expect(sentenceOfError(error)).toMatch(sentence)
    expect(sentenceOfError(error)).not.toContain('terminal.test.ts')
  })

  test('a fault of ours shows where it happened', () => {
    expect(sentenceOfError(failure('ESTRANGE'))).toContain('terminal.test.ts')
  })
})

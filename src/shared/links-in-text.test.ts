import { describe, expect, test } from 'vitest'
import { isBeginningOfLink, isLink } from './links-in-text.ts'

describe('a link', () => {
  // Shows content-15
  test.each([
    'https://example.org',
    'http://example.org/a?b=c#d',
    'HTTPS://EXAMPLE.ORG',
    '#',
    '#section',
    ' https://example.org ',
  ])('may be %j', (link) => {
    expect(isLink(link)).toBe(true)
  })

  // Shows content-15
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.org',
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    '/',
    '/about',
    'example.org',
    'https://',
    'https:///path',
    'https://exa mple.org',
    'https://example.org/\njavascript:x',
    '# with space',
    '',
    'mailto:a@b.co',
  ])('may not be %j', (link) => {
    expect(isLink(link)).toBe(false)
  })
})

test.each([
  ['h', true],
  ['HTTPS:/', true],
  ['/ab', false],
  ['//', false],
  ['javascript', false],
])('%j is the beginning of an address: %s', (typed, beginning) => {
  expect(isBeginningOfLink(typed)).toBe(beginning)
})

import { describe, expect, test } from 'vitest'
import { isLink, whyNotLink } from './links.ts'

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
  [{ section: '', title: 'x', link: '#' }, false, 'link-fields-required'],
  [{ section: 'Events', title: ' ', link: '#' }, false, 'link-fields-required'],
  [{ section: 'Events', title: 'x', link: '' }, true, 'link-fields-required'],
  [{ section: 'Events', title: 'x', link: 'nowhere' }, false, 'link-invalid'],
  [{ section: 'Events', title: 'x', link: 'nowhere' }, true, 'link-edit-invalid'],
  [{ section: 'Events', title: 'x', link: 'https://example.org' }, true, null],
] as const)('%j (editing: %s) -> %s', (form, editing, refusal) => {
  expect(whyNotLink(form, editing)).toBe(refusal)
})

import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import { findPage, isListed, requestedPage, withNext } from './pages.ts'

test.each([
  ['/', 'home', undefined],
  ['/login', 'login', undefined],
  ['/member/7', 'member', '7'],
  ['/member/', null, undefined],
  ['/member', null, undefined],
  ['/member/7/x', null, undefined],
  ['/nothing', null, undefined],
  ['', null, undefined],
  ['/login/', null, undefined],
])('%j is %j', (path, name, id) => {
  const found = findPage(path)
  expect([found?.name ?? null, found?.id]).toEqual([name, id])
})

test.each([
  ['/', true],
  ['/about', true],
  ['/election', true],
  ['/login', false],
  ['/reset-password', false],
  ['/card/abc', false],
  ['/receipt/abc', false],
  ['/members', false],
  ['/admin', false],
  ['/no-such-page', false],
])('search engines may list %s: %s', (path, listed) => {
  expect(isListed(path)).toBe(listed)
})

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

test.each([
  ['/members', '/members'],
  ['/members?approval=true', '/members?approval=true'],
  ['/members?searchQuery=Mu%C3%B1oz+Jr.&page=2', '/members?searchQuery=Mu%C3%B1oz+Jr.&page=2'],
  ['/members?', '/members'],
  [`/member/${id}`, `/member/${id}`],
  ['/admin/import', '/admin/import'],
])('%s is one of our guarded pages', (next, page) => {
  expect(requestedPage(next)).toBe(page)
})

describe('anything else is not gone to', () => {
  test.each([
    null,
    undefined,
    '',
    '/',
    '/about',
    '/login',
    '/login?next=/members',
    '/redirect',
    '/api/members.csv',
    '/no-such-page',
    'members',
    '//evil.example',
    '//evil.example/members',
    '///evil.example/members',
    '/\\evil.example',
    '/\\/evil.example/members',
    '\\\\evil.example/members',
    'https://evil.example/members',
    'https:/members',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '%2F%2Fevil.example',
    '/members/../../evil',
    '/member/..',
    '/member/%2e%2e',
    '/member/..%2f..%2fevil',
    `/member/${id}/`,
    `/member/${id}@evil.example`,
    '/members#@evil.example',
    '/members?x=//evil.example',
    '/members?x=\r\nset-cookie:a=b',
    '/members\r\nlocation:https://evil.example',
    '/members\t',
    ' /members',
    '/members ',
    '/members\u0000',
    '/membеrs',
    '/members?'.padEnd(400, 'x'),
  ])('%j', (next) => {
    expect(requestedPage(next)).toBeNull()
    expect(withNext('/login', next)).toBe('/login')
  })

  test('whatever is given: the answer is a page of this site, on this site', () => {
    const parts = ['/', '//', '\\', '%2f', '..', 'members', 'member', 'admin', id, '?', '@evil.example', ':', '\t', '#']
    const address = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((made) => made.join(''))
    fc.assert(
      fc.property(fc.oneof(address, fc.string(), fc.webUrl()), (next) => {
        const found = requestedPage(next)
        if (found === null) return
        const url = new URL(found, 'https://ours.example')
        expect(url.origin).toBe('https://ours.example')
        expect(findPage(url.pathname)?.page.access).not.toBe('public')
        expect(url.pathname + url.search).toBe(found)
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['/login', '/members', '/login?next=/members'],
  ['/login', '/members?approval=true&page=2', '/login?next=/members%3Fapproval%3Dtrue%26page%3D2'],
  ['/login?step=two-factor', '/security', '/login?step=two-factor&next=/security'],
])('%s, then %s', (address, next, together) => {
  expect(withNext(address, next)).toBe(together)
  expect(new URL(together, 'https://ours.example').searchParams.get('next')).toBe(next)
})

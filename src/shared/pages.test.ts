import { expect, test } from 'vitest'
import { findPage, isListed } from './pages.ts'

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

import { expect, test } from 'vitest'
import { findPage } from './pages.ts'

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

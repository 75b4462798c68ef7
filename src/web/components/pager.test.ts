import { describe, expect, test } from 'vitest'
import { pagesAround } from './pager.tsx'

describe('the three page buttons', () => {
  // Shows listing-21
  test.each([
    { page: 1, of: 1, offered: [1] },
    { page: 2, of: 2, offered: [1, 2] },
    { page: 1, of: 9, offered: [1, 2, 3] },
    { page: 2, of: 9, offered: [1, 2, 3] },
    { page: 5, of: 9, offered: [4, 5, 6] },
    { page: 9, of: 9, offered: [7, 8, 9] },
    { page: 1, of: 0, offered: [] },
  ])('page $page of $of offers $offered', ({ page, of, offered }) => {
    expect(pagesAround(page, of)).toEqual(offered)
  })
})

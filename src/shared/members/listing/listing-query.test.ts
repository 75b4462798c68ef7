import { expect, test } from 'vitest'
import { listQuerySchema } from './listing-query.ts'

test('what no database can hold is not looked for', () => {
  expect(listQuerySchema.parse({ searchQuery: 'a\0b\ud800\n' }).searchQuery).toBe('a b')
})

test.each([
  [{}, { approved: 'true', returned: 'false', page: 1, rows: 10, searchQuery: '' }],
  [
    { approved: 'false', page: '3', rows: '50', searchQuery: ' reyes ' },
    { approved: 'false', returned: 'false', page: 3, rows: 50, searchQuery: 'reyes' },
  ],
  [
    { page: '9', near: '7 ARRAPI-000-123' },
    {
      approved: 'true',
      returned: 'false',
      page: 9,
      rows: 10,
      searchQuery: '',
      near: { page: 7, idNumber: 'ARRAPI-000-123' },
    },
  ],
])('a query with %j left out or typed', (asked, read) => {
  expect(listQuerySchema.parse(asked)).toEqual(read)
})

test.each([
  { approved: 'yes' },
  { page: '0' },
  { page: 'x' },
  { page: '1.5' },
  { near: '7' },
  { near: 'x ARRAPI-000-123' },
  { searchQuery: 'x'.repeat(101) },
])('a query is refused: %j', (asked) => {
  expect(listQuerySchema.safeParse(asked).success).toBe(false)
})

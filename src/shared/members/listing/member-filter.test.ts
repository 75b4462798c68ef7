import { describe, expect, test } from 'vitest'
import { memberFilterSchema } from './listing-query.ts'
import {
  filterFor,
  filterQuery,
  isFiltered,
  readFilter,
  statusOf,
  type MemberFilter,
  filterWords,
} from './member-filter.ts'

const everything = {
  searchQuery: 'cruz',
  service: 'PA',
  region: 'NCR',
  rank: 'cpt',
  unit: '1302nd',
  status: 'withdrawn',
  joinedFrom: '2024-01-01',
  joinedUntil: '2024-12-31',
  missing: 'signature',
  password: 'birthday',
  email: 'none',
} as const satisfies MemberFilter

const read = (query: Record<string, string>) => readFilter((name) => query[name] ?? null)

describe('a filter', () => {
  test('is the same in the address, for the server and back', () => {
    expect(read(filterQuery(everything))).toEqual(everything)
    expect(memberFilterSchema.parse(filterQuery(everything))).toEqual(everything)
    expect(read(filterQuery({ ids: ['a', 'b'] }))).toEqual({ ids: ['a', 'b'] })
  })

  test.each([
    [{ service: 'PCG' }],
    [{ region: 'Palawan' }],
    [{ status: 'applicant' }],
    [{ joinedFrom: '2024-02-30' }],
    [{ joinedUntil: '1/2/2024' }],
    [{ password: 'own' }],
    [{ ids: 'x' }],
    [{ ids: Array.from({ length: 201 }, () => crypto.randomUUID()).join() }],
    [{ searchQuery: 'x'.repeat(101) }],
  ])('%j is refused by the server', (query) => {
    expect(memberFilterSchema.safeParse(query).success).toBe(false)
  })

  test('that an address asks for in vain is left out', () => {
    expect(read({ service: 'PCG', joinedFrom: '2024-02-30', region: 'Luzon', rank: '  ' })).toEqual({ region: 'Luzon' })
  })

  test('counts for members and viewers as far as they see what it chooses by', () => {
    const seen = { searchQuery: 'cruz', service: 'PA', region: 'NCR' }
    expect(filterFor({ role: 'member' }, everything)).toEqual(seen)
    expect(filterFor({ role: 'viewer' }, everything)).toEqual({ ...seen, status: 'withdrawn' })
    expect(filterFor({ role: 'admin', jobs: ['content'] }, everything)).toEqual(seen)
    expect(filterFor({ role: 'admin', jobs: ['membership'] }, everything)).toEqual(everything)
  })

  test.each([
    [{}, 'member'],
    [{ service: 'PA' }, 'member'],
    [{ status: 'withdrawn' }, 'withdrawn'],
    [{ status: 'all', ids: ['a'] }, 'all'],
    [{ ids: ['a'] }, 'all'],
    [{ ids: ['a'], status: 'member' }, 'member'],
  ] as [MemberFilter, string][])('%j means those who are: %s', (filter, status) => {
    expect(statusOf(filter)).toBe(status)
  })

  test.each([
    [{}, false],
    [{ searchQuery: '' }, false],
    [{ region: 'NCR' }, true],
    [{ ids: ['a'] }, true],
  ] as [MemberFilter, boolean][])('%j leaves somebody out: %s', (filter, filtered) => {
    expect(isFiltered(filter)).toBe(filtered)
  })
})

test.each([
  [{ service: 'PA', region: 'NCR', password: 'birthday' }, 'Army, NCR, still on the birthday password'],
  [{ region: 'none', email: 'none' }, 'No region given, without an email address'],
  [{ searchQuery: 'cruz', rank: 'cpt' }, '“cruz”, rank CPT'],
  [{ joinedFrom: '2024-03-01' }, 'Joined since 1 March 2024'],
  [{ joinedFrom: '2024-03-01', joinedUntil: '2024-12-31' }, 'Joined 1 March 2024 to 31 December 2024'],
  [{ status: 'withdrawn', missing: 'any' }, 'Withdrawn, a document is missing'],
  [{ ids: ['a', 'b', 'c'] }, '3 ticked members'],
  [{}, ''],
] as [MemberFilter, string][])('%j in words: %s', (filter, words) => {
  expect(filterWords(filter)).toBe(words)
})

import { expect, test } from 'vitest'
import { eachTime } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { canonicalJson, fieldsOfElection, recordFields, signedTime, timeOfField } from './statements.ts'

// Shows board-04
test('is written as RFC 8785 has it', () => {
  // The example of section 3.2.2, and of section 3.2.3 the order of keys.
  const example = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const keys = { '\u20ac': 5, '\r': 1, '\ufb33': 7, '1': 2, '\ud83d\ude00': 6, '\u0080': 3, '\u00f6': 4 }
  expect([...canonicalJson(keys).matchAll(/:(\d)/g)].map(([, n]) => Number(n))).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test.each([NaN, Infinity])('%s cannot be written', (number) => {
  expect(() => canonicalJson({ number })).toThrow(RangeError)
})

const iso = (at: number) => new Date(at).toISOString()
const frozenAt = defaultElection.votingOpens
const election = {
  ...defaultElection,
  seats: [{ slot: 'PA 1', ms: 'PA' }],
  resultsVisible: 'while voting',
  proxyNeedsSecondAdmin: true,
  goodStandingOnly: false,
  rollFrozenAt: frozenAt,
  frozenAt: frozenAt + 1,
}
const record = {
  title: election.title,
  seats: [{ slot: 'PA 1', service: 'PA' as const }],
  times: eachTime((field) => iso(election[field])),
  rules: { resultsVisible: 'while voting' as const, proxyNeedsSecondAdmin: true, goodStandingOnly: false },
  rollFrozenAt: iso(frozenAt),
  frozenAt: iso(frozenAt + 1),
}

test('an election that stands as it was frozen has the fields of its record', () => {
  expect(fieldsOfElection(election)).toEqual(recordFields(record))
  expect(Object.fromEntries(fieldsOfElection({ ...election, rollFrozenAt: null }))).toMatchObject({
    seats: '[{"service":"PA","slot":"PA 1"}]',
    proxyNeedsSecondAdmin: 'true',
    goodStandingOnly: 'false',
    'times.votingOpens': '2025-03-28T16:00:00.000Z',
    rollFrozenAt: '',
    frozenAt: '2025-03-28T16:00:00.001Z',
  })
})

test.each([
  ['times.votingCloses', 'votingCloses'],
  ['votingCloses', null],
  ['title', null],
])('a correction of %s is one of the time %s', (field, time) => {
  expect(timeOfField(field)).toBe(time)
})

test('a time is the one that was corrected last', () => {
  const to = (field: string, at: number) => ({ changes: [{ field, before: '', after: iso(at) }] })
  const closing = (...corrections: ReturnType<typeof to>[]) => signedTime({ record, corrections }, 'votingCloses')
  expect(closing()).toBe(election.votingCloses)
  expect(closing(to('times.votingOpens', 1))).toBe(election.votingCloses)
  expect(closing(to('times.votingCloses', 1), to('times.votingCloses', 2), to('times.votingOpens', 3))).toBe(2)
  expect(signedTime({ record: null, corrections: [] }, 'votingCloses')).toBeNull()
})

import { expect, test } from 'vitest'
import { ballots } from '../../bench/ballots.ts'
import { day } from '../../bench/day.ts'
import { home } from '../../bench/home.ts'
import { login } from '../../bench/login.ts'
import { isMissed } from '../../bench/measure.ts'
import { stopAll } from '../../bench/processes.ts'
import { results } from '../../bench/results.ts'
import { search } from '../../bench/search.ts'
import { wholeElection } from '../../bench/whole-election.ts'

/** In small, with their answers checked, so that none rots unnoticed; but for `paint`, which needs a browser, and `backup`. */
test.each([home, login, search, results, ballots, wholeElection, day])(
  'bench: $name',
  async ({ run }) => {
    const figures = await run('small').finally(stopAll)
    // So little work may take less CPU than the kernel counts, and then a ratio is none.
    expect(figures.map(({ value }) => typeof value)).toContain('number')
  },
  60_000,
)

test('a goal is missed by who is above what is at most, or below what is at least', () => {
  const figure = { name: '', value: 2, unit: 'ratio' } as const
  expect([
    isMissed(figure),
    isMissed({ ...figure, goal: { atMost: 2 } }),
    isMissed({ ...figure, goal: { atMost: 1.9 } }),
    isMissed({ ...figure, goal: { atLeast: 2 } }),
    isMissed({ ...figure, goal: { atLeast: 2.1 } }),
  ]).toEqual([false, false, true, false, true])
})

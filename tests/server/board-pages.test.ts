import { afterAll, expect, test } from 'vitest'
import { elections } from '#server/db/schema.ts'
import type { BoardChoice } from '#shared/elections/board/board.ts'
import { scheduleFields } from '#shared/elections/schedule.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

const read = async <Body>(path: string) => (await (await fetch(site.url + path)).json()) as Body

test('anybody may list the elections, the latest first', async () => {
  const id = await site.theElection()
  const before = await site.elections.byId(id)
  if (!before) throw new Error('no election')
  const [row] = await site.rowsOf(elections)
  if (!row) throw new Error('no row')
  const year = 365 * 24 * 60 * 60_000
  const aYearBefore = Object.fromEntries(scheduleFields.map((field) => [field, before[field] - year]))
  await site.untilHeard(() =>
    site.db.insert(elections).values({ ...row, id: undefined, title: 'The one before', ...aYearBefore }),
  )
  const { elections: listed } = await read<{ elections: BoardChoice[] }>('/api/boards')
  expect(listed.map(({ title, current }) => [title, current])).toEqual([
    [before.title, true],
    ['The one before', false],
  ])
  expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(['current', 'id', 'title', 'votingOpens'])
})

// Shows board-15
test('the schedule names the fingerprint of the key', async () => {
  const { election } = await read<{ election: { fingerprint: string } }>('/api/schedule')
  expect(election.fingerprint).toBe(site.boardKey.fingerprint)
})

// Shows receipt-08
test('the page of a receipt is the same for everybody, and the old addresses with a code in the path are gone', async () => {
  expect((await fetch(`${site.url}/receipt`)).status).toBe(200)
  expect((await fetch(`${site.url}/receipt/${'f'.repeat(64)}`)).status).toBe(404)
})

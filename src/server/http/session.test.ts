import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sessions } from '#server/db/schema.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { aMember } from '#tests/support/factories.ts'
import { createSessions } from './session.ts'

const people = new Map<string, string>()

const database = await openScratchDatabase()
for (let n = 0; n < 5; n++) {
  const { id } = await aMember(database)
  people.set(`token ${n}`, id)
  const expiresAt = Date.now() + 60_000
  await database.db.insert(sessions).values({ token: `token ${n}`, userId: id, expiresAt })
}
afterAll(() => database.close())

test('who comes together is looked up together, and each is themselves or nobody', async () => {
  const { find } = createSessions(database.pool)
  const tokens = [...people.keys(), 'nobody’s', ...people.keys()]
  const found = await Promise.all(tokens.map(find))
  expect(found.map((row) => row?.id)).toEqual(tokens.map((token) => people.get(token)))
})

test('a connection that is lost at that moment turns nobody away', async () => {
  const { find } = createSessions(database.pool)
  const holder = new pg.Client(database.config)
  await holder.connect()
  await holder.query('begin; lock table sessions')
  const finding = Promise.all([...people.keys()].map(find))
  const waiting = () =>
    holder.query<{ pid: number }>(`select pid from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like '%from sessions s%'`)
  await expect.poll(async () => (await waiting()).rowCount).toBe(1)
  await holder.query('select pg_terminate_backend($1)', [(await waiting()).rows[0]?.pid])
  await holder.end()
  expect((await finding).map((row) => row?.id)).toEqual([...people.values()])
})

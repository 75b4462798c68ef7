import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { scratchDatabase } from '#tests/support/scratch-database.ts'
import { migrate } from './migrate.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

async function scratchPool(): Promise<pg.Pool> {
  const scratch = await scratchDatabase()
  const pool = new pg.Pool(scratch.config)
  onTestFinished(async () => {
    await pool.end()
    await scratch.drop()
  })
  return pool
}

async function emptyPool(): Promise<pg.Pool> {
  const pool = await scratchPool()
  await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  return pool
}

const journalOf = async (pool: pg.Pool) =>
  (await pool.query('select hash, created_at from drizzle.__drizzle_migrations order by id')).rows

test('a database that is up to date stays as it is', async () => {
  const pool = await scratchPool()
  const before = await journalOf(pool)
  await migrate(pool)
  expect(await journalOf(pool)).toEqual(before)
})

test.each([
  ['that were replaced by these', 'update drizzle.__drizzle_migrations set created_at = created_at - 86400000'],
  ['that came after these', `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 4102444800000)`],
])('a database made by migrations %s is refused with a sentence, and left alone', async (_which, made) => {
  const pool = await scratchPool()
  await pool.query(made)
  const before = await journalOf(pool)
  const refused = await migrate(pool).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toBe(
    'The database was made by another version of this site, with migrations that this one does not know. Start that version, or give this one an empty database: another DATA_DIR or DATABASE_URL.',
  )
  expect(await journalOf(pool)).toEqual(before)
})

test('a migration waits as long as it takes, and says so, and nothing of a failed one stands', async () => {
  const pool = await scratchPool()
  const last = journal.entries.at(-1)!
  await pool.query('delete from drizzle.__drizzle_migrations where created_at = $1', [last.when])
  // What it makes is there already, so it fails; and it is held up before that.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table drizzle.__drizzle_migrations')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const said: string[] = []
  const migrating = migrate(pool, { say: (sentence) => said.push(sentence) }).catch((error: unknown) => error)
  const waiting = `select from pg_locks where not granted and locktype = 'relation'`
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(75_000)
  expect(said.at(-1)).toMatch(/\(70 s\)\.$/)
  vi.useRealTimers()
  await holder.query('commit')
  holder.release(true)
  expect(await migrating).toMatchObject({ code: expect.stringMatching(/^42(P07|701)$/) })
  expect(said.at(-1)).toBe('Bringing the database up to date: step 1 of 1.')
  expect((await journalOf(pool)).map(({ created_at }) => Number(created_at))).not.toContain(last.when)
})

test('an earlier state is reached on the way, for a backup of that time', async () => {
  const pool = await emptyPool()
  const earlier = journal.entries.slice(0, -1)
  await migrate(pool, { upTo: earlier.at(-1)!.when })
  expect(await journalOf(pool)).toHaveLength(earlier.length)
  let asked = 0
  await migrate(pool, { before: async () => void asked++ })
  await migrate(pool, { before: async () => void asked++ })
  expect(await journalOf(pool)).toHaveLength(journal.entries.length)
  expect(asked).toBe(1)
})

/** By the time of a migration a database knows whether it has it, so other statements need another time. */
const statements: Record<string, string> = {
  '0000_functions at 1794776400000': 'd3f22d78ce94dfc6',
  '0001_members at 1794776401000': '5f3da85e362f4479',
  '0002_accounts at 1794776402000': 'fa671a0b7856d0fb',
  '0003_content at 1794776403000': 'a55c6a53b4330ff4',
  '0004_elections at 1794776404000': 'a9e250d853a7ced6',
  '0005_operations at 1794776405000': '882f0977ecd475a2',
  '0006_site_operations at 1794784000000': 'faebca3cf42116f8',
  '0007_public_board at 1794880000000': '2f7d337d0eab2a40',
  '0008_accounts_around_the_vote at 1794900008000': 'df8b773a6f6a5d90',
  '0009_viewers_by_name at 1794950009000': 'c86a9cb84c0dd606',
  '0010_observers at 1794990000000': 'd00c177660cd5e71',
  '0011_returned_applications at 1795000011000': '59cd93c160124b2c',
  '0012_candidates at 1795000012000': 'e3446aa70005df1b',
  '0013_events_with_dates at 1795000013000': '9f7b3eb225dfbcdb',
  '0014_change_requests at 1795000014000': '69907d160e8ca81f',
  '0015_administrators at 1795000015000': 'b4c57c94d422d033',
  '0016_member_work at 1795000016000': '0bfd74680dd94ad1',
  '0017_announcements_and_the_log at 1795000017000': '073b62634d33d2d9',
  '0018_digests_and_first_steps at 1795000018000': '3c091bd0d97e1b18',
  '0019_election_states at 1795000019000': 'd451c70a53476b9c',
  '0020_mailings at 1795000020000': '1d0f41342b57a2e6',
  '0021_emails_handed_over at 1795000021000': '8294a07b5bc708b0',
  '0022_log_of_nominees at 1795000022000': 'd457794ced6b3da2',
}

test.each(Object.keys(statements))('migration %s has the statements that were there at its time', (tagAndTime) => {
  const [tag, time] = tagAndTime.split(' at ')
  expect(journal.entries.find((entry) => entry.tag === tag)?.when).toBe(Number(time))
  // Changed on purpose? Write another migration; before the first release, give this one another `when` and its sum here.
  expect(sumOf(tag ?? '')).toBe(statements[tagAndTime])
})

test('every migration is among them', () => {
  expect(Object.keys(statements)).toEqual(journal.entries.map(({ tag, when }) => `${tag} at ${when}`))
})

function sumOf(tag: string): string {
  const text = readFileSync(new URL(`migrations/${tag}.sql`, import.meta.url), 'utf8')
  const withoutComments = text.replaceAll(/^--(?!>).*\n/gm, '').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(withoutComments).digest('hex').slice(0, 16)
}

test('viewers are taken over by name from the addresses of before, where they are a member’s', async () => {
  const pool = await emptyPool()
  const earlier = journal.entries.filter(({ when }) => when < 1794950009000)
  await migrate(pool, { upTo: earlier.at(-1)!.when })
  const person = (serial: string, email: string, state: string) =>
    pool.query(
      `insert into users (first_name, last_name, military_serial, birthday, email, approved, id_number, is_admin, withdrawn_at)
       values ('A', 'B', $1, '1964-10-05', $2, $3 <> 'applicant', case when $3 <> 'applicant' then 'ARRAPI-000-00' || $1 end,
         $3 = 'admin', case when $3 = 'withdrawn' then now() end)`,
      [serial, email, state],
    )
  await person('1', 'member@example.org', 'member')
  await person('2', 'applicant@example.org', 'applicant')
  await person('3', 'admin@example.org', 'admin')
  await person('4', 'withdrawn@example.org', 'withdrawn')
  await person('5', 'other@example.org', 'member')
  const addresses = [
    'Member@Example.org',
    'applicant@example.org',
    'admin@example.org',
    'withdrawn@example.org',
    'nobody@example.org',
  ]
  await pool.query(`insert into settings (value) values ($1)`, [{ shortName: 'KEPT', viewers: addresses }])
  await migrate(pool)
  const { rows } = await pool.query(
    'select u.military_serial as serial, v.added_by from viewers v join users u on u.id = v.user_id',
  )
  expect(rows).toEqual([{ serial: '1', added_by: null }])
  expect((await pool.query('select value from settings')).rows).toEqual([{ value: { shortName: 'KEPT' } }])
})

test('whoever was an administrator before there were jobs has them all, and "Site Administrator" is asked for a name', async () => {
  const pool = await emptyPool()
  await migrate(pool, { upTo: journal.entries.findLast(({ when }) => when < 1795000015000)!.when })
  await pool.query(
    `insert into users (first_name, last_name, email, approved, is_admin) values
       ('Site', 'Administrator', 'first@example.org', true, true), ('Maria', 'Santos', 'maria@example.org', true, true)`,
  )
  await migrate(pool)
  const { rows } = await pool.query(
    `select u.full_name as name, a.named, cardinality(a.jobs) as jobs
     from administrators a join users u on u.id = a.user_id order by u.email`,
  )
  expect(rows).toEqual([
    { name: 'Administrator first@example.org', named: false, jobs: 4 },
    { name: 'Maria Santos', named: true, jobs: 4 },
  ])
})

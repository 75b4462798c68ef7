import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { z } from 'zod'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import * as schema from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'
import { listMembers } from '#server/members/listing/list-members.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { listQuerySchema } from '#shared/members/listing/listing-query.ts'
import type { MembersPage } from '#shared/members/listing/listing.ts'
import { jobs, type Role } from '#shared/permissions.ts'
import { defaultSettings } from '#shared/settings.ts'
import { manila } from '#shared/time.ts'
import { addMadeUpMembers } from './made-up-members.ts'
import { median, type Bench, type Figure, type Size } from './measure.ts'

/** Database time of each kind of search, by the database's own watch. */
export const search: Bench = { name: 'search', run }

type Kind = Partial<z.input<typeof listQuerySchema>> & { typed: string; role?: Exclude<Role, 'visitor'> }

const kinds: Record<string, Kind> = {
  'nothing typed': { typed: '' },
  'nothing typed, page 3': { typed: '', page: 3 },
  'one letter': { typed: 'j' },
  'one rare letter': { typed: 'x' },
  service: { typed: 'pa' },
  'rank and region': { typed: 'cpt ncr' },
  'common first name': { typed: 'juan' },
  'common surname': { typed: 'santos' },
  'common surname, page 3': { typed: 'santos', page: 3 },
  'common surname, its page 300': { typed: 'santos', page: 300 },
  'nothing typed, its page 4900': { typed: '', page: 4900 },
  'a service chosen': { typed: '', service: 'PN' },
  'a service and a region chosen': { typed: '', service: 'PA', region: 'Mindanao' },
  'the same and a surname': { typed: 'santos', service: 'PA', region: 'Mindanao' },
  'surname neither common nor rare': { typed: 'salonga' },
  'the same, page 3': { typed: 'salonga', page: 3 },
  'rare surname': { typed: 'zulueta' },
  accents: { typed: 'Muñoz' },
  'three words': { typed: 'de la pena' },
  'two common words': { typed: 'juan santos' },
  'a common and a rare word': { typed: 'juan zulueta' },
  'part of a name': { typed: 'ante' },
  unit: { typed: '117th' },
  'unit and its kind': { typed: '117th rribn' },
  'ID number': { typed: 'ARRAPI-050-123' },
  'part of an ID number': { typed: '050-12' },
  'beginning of an ID number': { typed: 'ARRAPI-050' },
  'words that never meet': { typed: 'luzon ncr' },
  'no match': { typed: 'qwxyz' },
  'serial number (admin)': { typed: 'o-1045678', role: 'admin' },
  'part of a serial number (admin)': { typed: '45678', role: 'admin' },
  'common surname (admin)': { typed: 'santos', role: 'admin' },
  'common surname (viewer)': { typed: 'santos', role: 'viewer' },
  'email address': { typed: 'member4567@', role: 'admin' },
  'phone number': { typed: '0917 000 4567', role: 'admin' },
  'figures that most phone numbers have': { typed: '0917 00', role: 'admin' },
  'a unit chosen': { typed: '', unit: '117th', role: 'admin' },
  'a rank chosen': { typed: '', rank: 'col', role: 'admin' },
  'who has left': { typed: '', status: 'withdrawn', role: 'admin' },
  'joined long ago': { typed: '', joinedUntil: '2020-01-01', role: 'admin' },
  'four filters': { typed: '', service: 'PN', region: 'NCR', password: 'birthday', email: 'yes', role: 'admin' },
  'everybody, with what they paid': { typed: '', role: 'admin' },
  'in good standing': { typed: '', standing: 'good', role: 'admin' },
  'in grace': { typed: '', standing: 'grace', role: 'admin' },
  lapsed: { typed: '', standing: 'lapsed', role: 'admin' },
  'exempt from dues': { typed: '', standing: 'exempt', role: 'admin' },
  'lapsed, of a region': { typed: '', standing: 'lapsed', region: 'NCR', role: 'admin' },
  'by name': { typed: '', sort: 'name', role: 'admin' },
  'common surname, by name': { typed: 'santos', sort: 'name', role: 'admin' },
  'the newest of a region': { typed: 'luzon', sort: 'joined', role: 'admin' },
  'common first name, by region': { typed: 'juan', sort: 'region', role: 'admin' },
  applicants: { typed: '', role: 'admin', approved: 'false' },
  'applicants, common surname': { typed: 'santos', role: 'admin', approved: 'false' },
  'applicants, rare surname': { typed: 'zulueta', role: 'admin', approved: 'false' },
}

async function run(size: Size): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-search-'))
  // As root the database runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(folder, () => {})
  try {
    // Members today, and as many as the site is planned for.
    const [few, many] = size === 'full' ? [5_000, Number(process.env['BENCH_MEMBERS'] ?? 100_000)] : [200, 1500]
    const times: Map<string, number>[] = []
    for (const members of [few, many]) {
      const connection = { ...embedded.connection, database: `members_${members}` }
      await fill(embedded.connection, connection.database, members)
      times.push(await measure(connection, size === 'full' ? 7 : 1))
    }
    return figuresOf(times, size)
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(server: pg.ClientConfig, database: string, members: number): Promise<void> {
  const owner = new pg.Client({ ...server, database: 'postgres' })
  await owner.connect()
  await owner.query(`create database ${database}`)
  await owner.end()
  const pool = new pg.Pool({ ...server, database })
  await migrate(pool)
  const client = await pool.connect()
  await addMadeUpMembers(client, members)
  await client.query('vacuum full analyze')
  client.release()
  await pool.end()
}

const dues: DuesPlan = {
  rates: [{ from: '2020-01-01', centavos: 500_00 }],
  yearStarts: '01-01',
  graceDays: 30,
  firstPeriodCovered: true,
  exemptStatuses: ['Civilian Human Resource (CHR)'],
  accounts: [],
}

/** Lists as the site does, then asks the database how long it takes for each statement that was sent. */
async function measure(connection: pg.PoolConfig, rounds: number): Promise<Map<string, number>> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  const sent: { text: string; values: unknown[] }[] = []
  const db = drizzle(pool, { schema, logger: { logQuery: (text, values) => void sent.push({ text, values }) } })
  const deps = {
    db,
    log: createLog('silent'),
    clock: { now: () => manila('2026-03-10') },
    settings: async () => ({ ...defaultSettings, dues }),
    siteKey: 'bench',
  }
  const times = new Map<string, number>()
  for (const [name, { typed, role = 'member', ...chosen }] of Object.entries(kinds)) {
    const list = (more: object) =>
      listMembers(deps, { role, jobs }, listQuerySchema.parse({ searchQuery: typed, ...chosen, ...more }))
    // As a browser has it, which has seen the page before.
    const before = Number(chosen.page ?? 1) - 1
    const first = before > 0 ? (await list({ page: before })).users[0]?.idNumber : null
    sent.length = 0
    const found = await list(first ? { near: `${before} ${first}` } : {})
    const statements = [...sent]
    await assertFound(pool, name, found)
    const rounded: number[] = []
    for (let round = 0; round < rounds; round++) {
      let sum = 0
      for (const { text, values } of statements) sum += await explained(pool, text, values)
      rounded.push(sum)
    }
    times.set(name, median(rounded))
  }
  await pool.end()
  return times
}

/** Whom some of them must find, said another way. */
const plainly: Record<string, string> = {
  'nothing typed': 'true',
  'common surname': `concat_ws(' ', first_name, middle_name, last_name) ilike '%santos%'`,
  'two common words': `concat_ws(' ', first_name, middle_name, last_name) ilike all ('{%juan%,%santos%}')`,
  'a service and a region chosen': `ms = 'PA' and region = 'Mindanao'`,
  'four filters': `ms = 'PN' and region = 'NCR' and not own_password and email is not null`,
  'no match': 'false',
}

async function assertFound(pool: pg.Pool, name: string, { users, count, more }: MembersPage): Promise<void> {
  const where = plainly[name]
  if (!where) return
  const { rows } = await pool.query<{ number: string; people: number }>(
    `select id_number as number, count(*) over ()::int as people from users
     where approved and military_serial is not null and ${where} order by id_number limit 10`,
  )
  const people = rows[0]?.people ?? 0
  const isCounted = more ? people > count : people === count
  if (!isCounted || rows.map(({ number }) => number).join() !== users.map(({ idNumber }) => idNumber).join())
    throw new Error(`${name}: found ${count}, there are ${people}`)
}

async function explained(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, values)
  const [{ 'Planning Time': planning, 'Execution Time': execution }] = rows[0]['QUERY PLAN']
  return planning + execution
}

/** The slowest, and the one that grew most; then all of them. Planning and all statements together. */
function figuresOf([few, many]: Map<string, number>[], size: Size): Figure[] {
  const all = Object.keys(kinds).map((name) => ({ name, ms: many?.get(name) ?? 0, before: few?.get(name) ?? 0 }))
  const growth = all.map(({ ms, before }) => ms / before)
  return [
    { name: 'the slowest search', value: Math.max(...all.map(({ ms }) => ms)), unit: 'ms', goal: { atMost: 5 } },
    { name: 'the search that grew most', value: Math.max(...growth), unit: 'ratio', goal: { atMost: 3 } },
    ...(size === 'full'
      ? all.map(({ name, ms }) => ({ name: `search, ${name}`, value: ms, unit: 'ms' }) as const)
      : []),
  ]
}

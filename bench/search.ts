import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import * as schema from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'
import { listMembers } from '#server/members/listing/list-members.ts'
import { listQuerySchema } from '#shared/members/listing/listing-query.ts'
import { jobs, type Role } from '#shared/permissions.ts'
import { defaultSettings } from '#shared/settings.ts'
import { addMadeUpMembers } from './made-up-members.ts'
import { median } from './measure.ts'

/** Members today, and as many as the site is planned for. */
const sizes = [5_000, 100_000]
const rounds = 7

interface Kind {
  typed: string
  page?: number
  role?: Exclude<Role, 'visitor'>
  approved?: 'false'
  service?: 'PA' | 'PN'
  region?: 'Mindanao'
}

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
  'nothing typed, the last page': { typed: '', page: 9800 },
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
  applicants: { typed: '', role: 'admin', approved: 'false' },
  'applicants, common surname': { typed: 'santos', role: 'admin', approved: 'false' },
  'applicants, rare surname': { typed: 'zulueta', role: 'admin', approved: 'false' },
}

/** Database time of each kind of search, by the database's own watch. */
export async function search(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-search-'))
  // As root the database runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(folder, () => {})
  try {
    const times: Map<string, number>[] = []
    for (const members of sizes) {
      const connection = { ...embedded.connection, database: `members_${members}` }
      await fill(embedded.connection, connection.database, members)
      times.push(await measure(connection))
    }
    report(times)
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
  await client.query('vacuum analyze')
  client.release()
  await pool.end()
}

/** Lists as the site does, then asks the database how long it takes for each statement that was sent. */
async function measure(connection: pg.PoolConfig): Promise<Map<string, number>> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  const sent: { text: string; values: unknown[] }[] = []
  const db = drizzle(pool, { schema, logger: { logQuery: (text, values) => void sent.push({ text, values }) } })
  const deps = { db, log: createLog('silent'), settings: () => Promise.resolve(defaultSettings), siteKey: 'bench' }
  const times = new Map<string, number>()
  for (const [name, { typed, page = 1, role = 'member', approved = 'true', ...chosen }] of Object.entries(kinds)) {
    sent.length = 0
    await listMembers(deps, { role, jobs }, listQuerySchema.parse({ approved, page, searchQuery: typed, ...chosen }))
    const statements = [...sent]
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

async function explained(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, values)
  const [{ 'Planning Time': planning, 'Execution Time': execution }] = rows[0]['QUERY PLAN']
  return planning + execution
}

function report(times: Map<string, number>[]): void {
  console.log(`search: database time in ms among ${sizes.join(' and ')} members, planning and all statements together`)
  for (const name of Object.keys(kinds)) {
    const [small = 0, large = 0] = times.map((each) => each.get(name) ?? 0)
    const ratio = (large / small).toFixed(1)
    console.log(`  ${name.padEnd(34)} ${small.toFixed(1).padStart(6)} ${large.toFixed(1).padStart(6)}  x ${ratio}`)
  }
}

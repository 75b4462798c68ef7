import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { aMember } from '#tests/support/factories.ts'
import { load } from './load.ts'
import { cpuMs, cpuMsWithEnded, median } from './measure.ts'
import { runFloor, runSite, type RunningSite } from './processes.ts'

const rounds = 5
const perRound = 200

/** A login against its password hash alone, in turns: 200 members from one address, each round anew. */
export async function login(): Promise<void> {
  const site = await runSite()
  const members = await addMembers(site, rounds * perRound + perRound)
  const floor = await runFloor('hash')
  const cost = { site: [] as number[], floor: [] as number[], database: [] as number[] }
  const headers = { 'content-type': 'application/json', origin: site.url }
  const logIn = async (from: number) => {
    const answers = await load(`${site.url}/api/accounts/login`, perRound, 8, (n) => ({
      method: 'POST',
      headers,
      body: JSON.stringify({ login: members[from + n], password: '05Oct1964' }),
    }))
    const refused = answers.filter((answer) => answer.status !== 200).length
    if (refused > 0) throw new Error(`${refused} of ${perRound} were not let in`)
  }
  await logIn(rounds * perRound)
  await load(floor.url, perRound, 8, () => ({ method: 'POST' }))
  for (let round = 0; round < rounds; round++) {
    const [before, databaseBefore] = [cpuMs([site.pid]), cpuMsWithEnded(site.databasePids())]
    await logIn(round * perRound)
    cost.site.push((cpuMs([site.pid]) - before) / perRound)
    cost.database.push((cpuMsWithEnded(site.databasePids()) - databaseBefore) / perRound)
    const floorBefore = cpuMs([floor.pid])
    await load(floor.url, perRound, 8, () => ({ method: 'POST' }))
    cost.floor.push((cpuMs([floor.pid]) - floorBefore) / perRound)
  }
  const [ours, hash, database] = [median(cost.site), median(cost.floor), median(cost.database)]
  console.log(
    `login: ${ours.toFixed(1)} ms CPU, its password hash ${hash.toFixed(1)} ms, ratio ${(ours / hash).toFixed(2)}; database ${database.toFixed(1)} ms`,
  )
  await floor.stop()
  await site.stop()
}

/** Written straight into the running site's database; returns with their serial numbers. */
async function addMembers(site: RunningSite, count: number): Promise<string[]> {
  const socketDir = readFileSync(join(site.dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const connection: pg.PoolConfig = site.databaseUrl
    ? { connectionString: site.databaseUrl }
    : { host: socketDir, user: 'app', database: 'site' }
  const { pool, db } = openDatabase(connection, createLog('silent'))
  const serials: string[] = []
  for (let n = 0; n < count; n++) serials.push((await aMember({ db })).serial)
  await pool.end()
  return serials
}

import type pg from 'pg'
import { passwordCost, passwordOf } from '#server/accounts/passwords.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { unsealValue } from '#server/signed-values.ts'
import { aMember, costlyPassword, type Someone } from '#tests/support/factories.ts'
import { siteSecret } from './election.ts'
import { assertAll, load } from './load.ts'
import { cpuMs, cpuMsWithEnded, median, type Bench, type Figure, type Size } from './measure.ts'
import { connectionTo, runFloor, runSite } from './processes.ts'

/** A login against its password hash alone, in turns: members from one address, each round anew. */
export const login: Bench = { name: 'login', run }

async function run(size: Size): Promise<Figure[]> {
  const { rounds, perRound } = size === 'full' ? { rounds: 5, perRound: 200 } : { rounds: 1, perRound: 4 }
  const site = await runSite({ SITE_SECRET: siteSecret })
  const members = await addLogins(connectionTo(site), (rounds + 1) * perRound)
  const floor = await runFloor('hash', JSON.stringify({ cost: passwordCost }))
  const cost = { site: [] as number[], floor: [] as number[], database: [] as number[] }
  const headers = { 'content-type': 'application/json', origin: site.url }
  const logIn = async (first: number) =>
    assertAll(
      await load(`${site.url}/api/accounts/login`, perRound, 8, (n) => ({
        method: 'POST',
        headers,
        body: JSON.stringify({ login: members[first + n], password: loginPassword }),
      })),
      ({ status }) => status === 200,
    )
  const hash = async () =>
    assertAll(await load(floor.url, perRound, 8, () => ({ method: 'POST' })), ({ body }) => body.includes('true'))
  await logIn(rounds * perRound)
  await hash()
  for (let round = 0; round < rounds; round++) {
    const [before, databaseBefore] = [cpuMs([site.pid]), cpuMsWithEnded(site.databasePids())]
    await logIn(round * perRound)
    cost.site.push((cpuMs([site.pid]) - before) / perRound)
    cost.database.push((cpuMsWithEnded(site.databasePids()) - databaseBefore) / perRound)
    const floorBefore = cpuMs([floor.pid])
    await hash()
    cost.floor.push((cpuMs([floor.pid]) - floorBefore) / perRound)
  }
  await floor.stop()
  await site.stop()
  const [ours, bare] = [median(cost.site), median(cost.floor)]
  return [
    { name: 'login of its password hash', value: ours / bare, unit: 'ratio', goal: { atMost: 1.2 } },
    { name: 'login, CPU of the app', value: ours, unit: 'ms' },
    { name: 'login, CPU of the database', value: median(cost.database), unit: 'ms' },
  ]
}

export const loginPassword = '05Oct1964'

/** Written straight into the running site's database, with a hash that costs what the site's own do. Returns their serial numbers. */
export async function addLogins(connection: pg.PoolConfig, count: number): Promise<string[]> {
  const { pool, db } = openDatabase(connection, createLog('silent'))
  const deps = { db, siteKey: siteSecret }
  const members: Someone[] = []
  for (let n = 0; n < count; n++) members.push(await aMember(deps))
  for (let n = 0; n < count; n += 4) await Promise.all(members.slice(n, n + 4).map((one) => costlyPassword(deps, one)))
  const { rows } = await pool.query<{ hash: string }>('select hash from passwords where user_id = $1', [members[0]?.id])
  const hash = unsealValue(siteSecret, passwordOf(members[0]?.id ?? ''), rows[0]?.hash ?? '')
  // A cheap one would make the site faster than its own floor.
  const { memoryCost, timeCost, parallelism } = passwordCost
  if (!hash.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`))
    throw new Error(`not the site’s own hash: ${hash}`)
  await pool.end()
  return members.map(({ serial }) => serial)
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { defaultSettings } from '#shared/settings.ts'
import { manila } from '#shared/time.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { siteSecret, startNode, type NodeProcess } from '#tests/support/processes.ts'
import { signedInPeople } from '#tests/support/voters.ts'

const payments = 10_000
const kills = 8

// Shows dues-05
test('10,000 payments by twenty administrators at two nodes that are killed: no number is missing or double, each payment is there once', async () => {
  const scratch = await scratchDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'dues-kills-'))
  const { pool } = openDatabase(scratch.config, createLog('silent'))
  await pool.query('insert into settings (value) values ($1)', [{ ...defaultSettings, dues: aDuesPlan() }])
  const start = () => startNode({ databaseUrl: scratch.url, dataDir, startsAt: manila('2026-03-10', '10:00') })
  let nodes: NodeProcess[] = [await start(), await start()]
  try {
    const desks = await signedInPeople({ pool, siteKey: siteSecret }, 20, { admins: true })
    const members = await signedInPeople({ pool, siteKey: siteSecret }, 500)
    const acknowledged = new Map<string, string>()
    let begun = 0
    let failed = 0
    const enter = async (cookie: string, desk: number) => {
      while (begun < payments) {
        const n = begun++
        const id = randomUUID()
        const memberId = members[n % members.length]!.id
        const form = {
          id,
          memberId,
          centavos: 500_00,
          paidOn: '2026-03-10',
          way: 'cash',
          reference: '',
          confirmed: true,
        }
        // Until there is an answer, the same payment is sent again.
        while (!acknowledged.has(id)) {
          const { url } = nodes[(n + desk + failed) % nodes.length]!
          const headers = { cookie, origin: url, 'content-type': 'application/json' }
          const sent = fetch(`${url}/api/dues/entries`, { method: 'POST', headers, body: JSON.stringify(form) })
          const answer = await sent.then(async (response) => response.ok && response.json()).catch(() => null)
          if (answer) acknowledged.set(id, answer.receipt)
          else {
            failed++
            await wait(50)
          }
        }
      }
    }
    const began = performance.now()
    const work = Promise.all(desks.map(({ cookie }, desk) => enter(cookie, desk)))
    for (let killed = 0; killed < kills && begun < payments; killed++) {
      const coming = start()
      await wait(1000)
      const [victim, other] = nodes
      await victim!.kill()
      nodes = [other!, await coming]
    }
    await work
    const seconds = (performance.now() - began) / 1000
    const { rows } = await pool.query<{ id: string; receipt: string; number: number }>(
      `select id, receipt_year || '-' || to_char(receipt_number, 'FM000000') as receipt, receipt_number as number
       from dues_payments where state = 'accepted' order by receipt_number`,
    )
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: payments }, (_, n) => n + 1))
    expect(new Map(rows.map(({ id, receipt }) => [id, receipt]))).toEqual(acknowledged)
    const { rows: others } = await pool.query(`select from dues_payments where state <> 'accepted'`)
    expect(others).toEqual([])
    process.stdout.write(`${payments} payments in ${seconds.toFixed(0)} s, ${failed} sent again\n`)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await pool.end()
    await scratch.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 900_000)

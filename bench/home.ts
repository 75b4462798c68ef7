import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { assertAll, load } from './load.ts'
import { cpuMs, median, residentMb, sharedFairlyMb, type Bench, type Figure, type Size } from './measure.ts'
import { runFloor, runSite } from './processes.ts'

/**
 * A warm public page against bare `node:http` sending the same bytes, in turns; then, once everything is installed and compiled,
 * how long a start takes and what the idle site holds in memory.
 */
export const home: Bench = { name: 'home', run }

async function run(size: Size): Promise<Figure[]> {
  const { rounds, perRound, idleMs } =
    size === 'full' ? { rounds: 9, perRound: 4000, idleMs: 15_000 } : { rounds: 1, perRound: 20, idleMs: 0 }
  const site = await runSite()
  const sample = await exactAnswer(site.url)
  const floor = await runFloor('page', Buffer.from(JSON.stringify(sample)).toString('base64'))
  const headers = { 'accept-encoding': 'br' }
  const page = Buffer.from(sample.body, 'base64').toString('latin1')
  const servers = { site, floor }
  const cost: Record<keyof typeof servers, number[]> = { site: [], floor: [] }
  // The first round warms both up.
  for (let round = -1; round < rounds; round++)
    for (const name of ['site', 'floor'] as const) {
      const before = cpuMs([servers[name].pid])
      const answers = await load(`${servers[name].url}/`, perRound, 16, () => ({ headers }))
      if (round >= 0) cost[name].push((cpuMs([servers[name].pid]) - before) / perRound)
      assertAll(answers, ({ status, body }) => status === 200 && body === page)
    }
  await floor.stop()
  await site.stop({ keep: true })

  const idle = await runSite({ DATA_DIR: site.dataDir })
  assertAll(await load(`${idle.url}/`, 20, 4, () => ({ headers })), ({ status }) => status === 200)
  await wait(idleMs)
  const [ours, bare] = [median(cost.site), median(cost.floor)]
  const figures: Figure[] = [
    { name: 'home of bare node:http', value: ours / bare, unit: 'ratio', goal: { atMost: 1.3 } },
    { name: 'home, CPU', value: ours, unit: 'ms' },
    { name: 'start', value: idle.startMs / 1000, unit: 's', goal: { atMost: 1.5 } },
    { name: 'idle app', value: residentMb(idle.pid), unit: 'MB', goal: { atMost: 120 } },
    { name: 'idle database', value: sharedFairlyMb(idle.databasePids()), unit: 'MB' },
  ]
  await idle.stop()
  return figures
}

/** The page as the site sends it, to the letter. */
function exactAnswer(url: string): Promise<{ status: number; headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    request(`${url}/`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const own = new Set(['date', 'connection', 'keep-alive'])
        const headers: string[] = []
        for (let i = 0; i < response.rawHeaders.length; i += 2)
          if (!own.has(response.rawHeaders[i]!.toLowerCase()))
            headers.push(response.rawHeaders[i]!, response.rawHeaders[i + 1]!)
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('base64') })
      })
    })
      .on('error', reject)
      .end()
  })
}

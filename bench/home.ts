import { request } from 'node:http'
import { load } from './load.ts'
import { cpuMs, median, residentMb, sharedFairlyMb } from './measure.ts'
import { runFloor, runSite } from './processes.ts'

const rounds = 9
const perRound = 4000

/** A warm public page against bare `node:http` sending the same bytes, in turns, and what the idle site holds in memory. */
export async function home(): Promise<void> {
  const site = await runSite()
  const sample = await exactAnswer(site.url)
  const floor = await runFloor('page', Buffer.from(JSON.stringify(sample)).toString('base64'))
  const headers = { 'accept-encoding': 'br' }
  const servers = { site, floor }
  const cost: Record<keyof typeof servers, number[]> = { site: [], floor: [] }
  for (const server of Object.values(servers)) await load(`${server.url}/`, perRound, 16, () => ({ headers }))
  for (let round = 0; round < rounds; round++)
    for (const name of ['site', 'floor'] as const) {
      const before = cpuMs([servers[name].pid])
      await load(`${servers[name].url}/`, perRound, 16, () => ({ headers }))
      cost[name].push((cpuMs([servers[name].pid]) - before) / perRound)
    }
  const [ours, bare] = [median(cost.site), median(cost.floor)]
  console.log(
    `home: ${(ours * 1000).toFixed(0)} µs CPU a page, bare node:http ${(bare * 1000).toFixed(0)} µs, ratio ${(ours / bare).toFixed(2)} (${sample.headers.length / 2} headers, ${sample.size} bytes)`,
  )
  await floor.stop()
  await site.stop()

  const idle = await runSite()
  await load(`${idle.url}/`, 20, 4, () => ({ headers }))
  await new Promise((resolve) => setTimeout(resolve, 15_000))
  console.log(
    `idle: app ${residentMb(idle.pid).toFixed(0)} MB, database ${sharedFairlyMb(idle.databasePids()).toFixed(0)} MB`,
  )
  await idle.stop()
}

/** The page as the site sends it, to the letter. */
function exactAnswer(url: string): Promise<{ status: number; headers: string[]; body: string; size: number }> {
  return new Promise((resolve, reject) => {
    request(`${url}/`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const own = new Set(['date', 'connection', 'keep-alive'])
        const headers: string[] = []
        for (let i = 0; i < response.rawHeaders.length; i += 2)
          if (!own.has(response.rawHeaders[i]!.toLowerCase()))
            headers.push(response.rawHeaders[i]!, response.rawHeaders[i + 1]!)
        resolve({ status: response.statusCode ?? 0, headers, body: body.toString('base64'), size: body.length })
      })
    })
      .on('error', reject)
      .end()
  })
}

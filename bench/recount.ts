import { setTimeout as wait } from 'node:timers/promises'
import type { RecountLine } from '#shared/elections/recount/recount.ts'
import { aFinishedSite, type FinishedSite } from './finished-election.ts'
import { cpuMs, cpuMsWithEnded, residentMb } from './measure.ts'

const members = Number(process.env['BENCH_MEMBERS'] ?? 100_000)

/**
 * The recount of an election in which everybody voted, twice, and the download of its audit package: time, CPU of site and database,
 * how much memory the site had at most, and how long a visitor waits meanwhile.
 */
export async function recount(): Promise<void> {
  const finished = await aFinishedSite(members)
  const { site, electionId, ballots, cookie } = finished
  try {
    const headers = { origin: site.url, cookie }
    for (const round of ['recount', 'recount again'])
      await measured(`${round}, ${ballots} ballots`, finished, async () => {
        const reply = await fetch(`${site.url}/api/elections/${electionId}/recount`, { method: 'POST', headers })
        const last = (await reply.text()).trim().split('\n').at(-1) ?? ''
        const line = JSON.parse(last) as RecountLine
        if (line.status !== 'done' || !line.outcome.agrees) throw new Error(last)
        return `${line.outcome.figures.leaves} leaves, ${line.outcome.figures.heads} heads`
      })
    for (const round of ['package', 'package again']) await measured(round, finished, () => download(finished))
    await measured('four packages at once', finished, async () => {
      const [one] = await Promise.all(Array.from({ length: 4 }, () => download(finished)))
      return `each ${one}`
    })
  } finally {
    await site.stop()
  }
}

async function download({ site, electionId }: FinishedSite): Promise<string> {
  const reply = await fetch(`${site.url}/api/elections/${electionId}/board/package.zip`)
  if (!reply.ok || !reply.body) throw new Error(`the package was refused: ${reply.status}`)
  let bytes = 0
  for await (const piece of reply.body) bytes += piece.length
  return `${(bytes / 1e6).toFixed(1)} MB`
}

async function measured(name: string, { site }: FinishedSite, act: () => Promise<string>): Promise<void> {
  const before = { app: cpuMs([site.pid]), database: cpuMsWithEnded(site.databasePids()), at: performance.now() }
  const idleMb = residentMb(site.pid)
  let peakMb = idleMb
  const over = new AbortController()
  const watching = setInterval(() => (peakMb = Math.max(peakMb, residentMb(site.pid))), 50)
  const waiting = visit(site.url, over.signal)
  const what = await act().finally(() => {
    clearInterval(watching)
    over.abort()
  })
  const seconds = (performance.now() - before.at) / 1000
  const waited = (await waiting).toSorted((a, b) => a - b)
  const at = (share: number) => (waited[Math.floor((waited.length - 1) * share)] ?? 0).toFixed(0)
  const app = (cpuMs([site.pid]) - before.app) / 1000
  const database = (cpuMsWithEnded(site.databasePids()) - before.database) / 1000
  console.log(
    `${name}: ${seconds.toFixed(1)} s (${what}), CPU ${app.toFixed(1)} + ${database.toFixed(1)} s, memory ${idleMb.toFixed(0)} to ${peakMb.toFixed(0)} MB at most; a visitor waits ${at(0.5)} ms (p99 ${at(0.99)} ms)`,
  )
}

async function visit(url: string, until: AbortSignal): Promise<number[]> {
  const waited: number[] = []
  while (!until.aborted) {
    const began = performance.now()
    await fetch(`${url}/api/links?section=Events`).then((reply) => reply.arrayBuffer())
    waited.push(performance.now() - began)
    await wait(50)
  }
  return waited
}

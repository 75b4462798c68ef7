import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { runningClock, type Clock } from '#server/clock.ts'
import { createLog } from '#server/log.ts'
import type { ReadSpace } from '#server/operations/status/health.ts'
import { startSite, type Site } from '#server/site.ts'
import { defaultElection } from '#shared/elections/settings/defaults.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Someone } from './factories.ts'
import { holdJob } from './held-job.ts'
import { scratchDatabase, type ScratchDatabase } from './scratch-database.ts'
import { Visitor } from './visitor.ts'

export interface TestSite extends Site {
  /** Lines the site has logged. */
  logged: string[]
  dataDir: string
  database: ScratchDatabase
  visitor(headers?: Record<string, string>): Visitor
  /** A browser in which this person has just logged in. */
  signedIn(person: Someone): Promise<Visitor>
}

interface Given {
  env?: Record<string, string>
  clock?: Clock
  /** Another node of the same installation: same database, same data folder. */
  besides?: TestSite
  /** Elections freeze by themselves when voting opens, not only when the first voter comes. */
  freezes?: boolean
  /** A site of its own begins without an election; most tests are about one. */
  election?: false
  /** What the disk says of itself; plenty of room unless a test is about that. */
  readSpace?: ReadSpace
}

/** The election that the association described, as if an administrator had announced it. */
export async function announceDefault(deps: Pick<Deps, 'db' | 'elections'>): Promise<void> {
  const [held] = await deps.db.select({ id: elections.id }).from(elections).limit(1)
  if (held) return
  await deps.db.insert(elections).values(defaultElection)
  deps.elections.invalidate()
}

const roomy: ReadSpace = async () => ({ freeBytes: 500e9, totalBytes: 1000e9 })

/** The whole site on a database of its own, on a free port. */
export async function testSite(given: Given = {}): Promise<TestSite> {
  const scratch = given.besides?.database ?? (await scratchDatabase())
  const dataDir = given.besides?.dataDir ?? (await mkdtemp(join(tmpdir(), 'site-test-')))
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ...given.env })
  // Most tests set their clock to a day of voting first and then draw up a slate; and they count emails.
  const held = given.freezes ? ['send digests'] : ['freeze elections', 'send digests']
  const release = given.besides ? null : await holdJob({ database: scratch }, ...held)
  const logged: string[] = []
  const log = createLog('info', { write: (line: string) => void logged.push(line) })
  const site = await startSite(config, { ...scratch.config, max: 9 }, log, {
    // A clock that was set by the setting is the site's own, as in the demonstration.
    ...(config.clockStartsAt === undefined && { clock: runningClock() }),
    ...(given.clock && { clock: given.clock }),
    readSpace: given.readSpace ?? roomy,
  })
  if (given.election !== false && !given.besides) await announceDefault(site.deps)
  return {
    ...site,
    logged,
    dataDir,
    database: scratch,
    visitor: (headers) => new Visitor(site.url, headers),
    async signedIn(person) {
      const visitor = new Visitor(site.url)
      const answer = await visitor.logIn(person.serial || person.email, person.password)
      if (answer.status !== 200) throw new Error(`login failed: ${answer.message}`)
      return visitor
    },
    async stop() {
      await site.stop()
      if (given.besides) return
      await release?.()
      await scratch.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

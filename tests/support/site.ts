import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { runningClock, type Clock } from '#server/clock.ts'
import { createLog } from '#server/log.ts'
import type { ReadSpace } from '#server/operations/status/health.ts'
import { startSite, type Site } from '#server/site.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { elections, auditLog } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Someone } from './factories.ts'
import { scratchDatabase, type ScratchDatabase } from './database.ts'
import pg from 'pg'
import { lockKeys } from '#server/db/locks.ts'
import { desc, eq, ne } from 'drizzle-orm'
import type { AuditEntry } from '#server/audit/audit.ts'
import type { SweepTimes } from '#server/storage/sweep.ts'

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
  /** Jobs of the site that do nothing by themselves while it runs, as if another node were at them. */
  holds?: string[]
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
  const held = ['send digests', ...(given.freezes ? [] : ['freeze elections']), ...(given.holds ?? [])]
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

/** A browser as far as HTTP goes: keeps cookies, names its origin, follows nothing by itself. */
export class Visitor {
  readonly url: string
  readonly cookies = new Map<string, string>()
  readonly headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  /** As a request has them. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** A body of bytes is sent as it is, a file; anything else as JSON. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const file = body instanceof Uint8Array ? new Uint8Array(body) : undefined
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.url,
        cookie: this.cookie,
        ...(body === undefined || file ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: file ?? (typeof body === 'string' ? body : JSON.stringify(body)) }),
    })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  get = (path: string, headers?: Record<string, string>) => this.send('GET', path, undefined, headers)
  post = (path: string, body: unknown = {}, headers?: Record<string, string>) => this.send('POST', path, body, headers)

  /** The answer's body, whatever its status. */
  async json<T = Record<string, unknown>>(response: Promise<Response>): Promise<T & { status: number }> {
    const received = await response
    return { ...((await received.json()) as T), status: received.status }
  }

  logIn(login: string, password: string) {
    return this.json<{ next?: string; twoFactor?: boolean; code?: string; message?: string; retryAfter?: number }>(
      this.post('/api/accounts/login', { login, password }),
    )
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** Keeps background jobs of the site from running until the answer is called, as another node at them would. */
export async function holdJob(site: Pick<TestSite, 'database'>, ...names: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(site.database.config)
  // Nothing is lost with it when the test's database goes first.
  client.on('error', () => undefined)
  await client.connect()
  for (const name of names) await client.query('select pg_advisory_lock($1, hashtext($2))', [lockKeys.jobs, name])
  return () => client.end()
}

/** What the log says about somebody or something, the oldest first. */
export async function logOf({ db }: Pick<Deps, 'db'>, subject: string): Promise<AuditEntry[]> {
  const about = eq(auditLog.subject, subject)
  const rows = await db.select({ entry: auditLog.entry }).from(auditLog).where(about).orderBy(auditLog.seq)
  return rows.map(({ entry }) => JSON.parse(entry) as AuditEntry)
}

/** What was done to it, by name. */
export const actsOn = async (deps: Pick<Deps, 'db'>, subject: string) =>
  (await logOf(deps, subject)).map(({ action }) => action)

/** What somebody did last, by the log; what the site does by itself meanwhile is nobody's doing. */
export async function lastAct({ db }: Pick<Deps, 'db'>): Promise<AuditEntry | null> {
  const [last] = await db
    .select({ entry: auditLog.entry })
    .from(auditLog)
    .where(ne(auditLog.actor, 'system'))
    .orderBy(desc(auditLog.seq))
    .limit(1)
  return last ? (JSON.parse(last.entry) as AuditEntry) : null
}

/** A sweep that gives nothing time: what is stray is noted, trashed and removed in one run. */
export const atOnce: SweepTimes = { unclaimedMs: 0, strayMs: 0, trashMs: 0 }

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, desc, eq, getTableColumns, ne, type SQL } from 'drizzle-orm'
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { AuditEntry } from '#server/audit/audit.ts'
import { runningClock, type Clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { lockKeys } from '#server/db/locks.ts'
import { administrators, elections, auditLog, users, viewers } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import type { ReadSpace } from '#server/operations/status/health.ts'
import { startSite, type Site } from '#server/site.ts'
import type { SweepTimes } from '#server/storage/sweep.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { scratchDatabase, type ScratchDatabase } from './database.ts'
import * as electionFactories from './election.ts'
import * as factories from './factories.ts'
import type { Someone } from './factories.ts'

/** What tests make on a site, or ask of it: `site.aMember()` is `aMember(site)`. */
const made = {
  aMember: factories.aMember,
  anApplicant: factories.anApplicant,
  anAdmin: factories.anAdmin,
  anObserver: factories.anObserver,
  aViewer: factories.aViewer,
  confirmAccounts: factories.confirmAccounts,
  aWholeMember: factories.aWholeMember,
  costlyPassword: factories.costlyPassword,
  aPictureOf: factories.aPictureOf,
  documentsOf: factories.documentsOf,
  saveSettings: factories.saveSettings,
  untilHeard: factories.untilHeard,
  aLink: factories.aLink,
  aText: factories.aText,
  aDocument: factories.aDocument,
  aLeader: factories.aLeader,
  aVideo: factories.aVideo,
  theElection: electionFactories.theElection,
  changeElection: electionFactories.changeElection,
  changeUnheard: electionFactories.changeUnheard,
  aNominee: electionFactories.aNominee,
  someNominees: electionFactories.someNominees,
  aSlate: electionFactories.aSlate,
  rehearsalId: electionFactories.rehearsalId,
  rowStateOf: electionFactories.rowStateOf,
  untilWaitedFor: electionFactories.untilWaitedFor,
  countNow: electionFactories.countNow,
  logOf,
  actsOn,
  lastAct,
}
type Bound<Make> = Make extends (deps: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never
type Made = { [Name in keyof typeof made]: Bound<(typeof made)[Name]> }
/** Somebody and the browser in which they have just logged in. */
export type LoggedIn = Visitor & Someone

/** The site with all it depends on: what a use case or a factory wants passed in is the site itself. */
export interface TestSite extends Site, Deps, Made {
  /** Lines the site has logged. */
  logged: string[]
  dataDir: string
  database: ScratchDatabase
  visitor(headers?: Record<string, string>): Visitor
  /** A browser in which this person has just logged in. */
  signedIn(person: Someone): Promise<LoggedIn>
  /** A new person, logged in. */
  asMember(...values: Parameters<Made['aMember']>): Promise<LoggedIn>
  asAdmin(...values: Parameters<Made['anAdmin']>): Promise<LoggedIn>
  asApplicant(...values: Parameters<Made['anApplicant']>): Promise<LoggedIn>
  asViewer(): Promise<LoggedIn>
  /** The rows of a table whose columns have these values. */
  rowsOf<Table extends PgTable>(table: Table, where?: Partial<Table['$inferSelect']>): Promise<Table['$inferSelect'][]>
  /** Writes values into the rows whose columns have these, as the site itself would have. */
  update<Table extends PgTable>(
    table: Table,
    where: Partial<Table['$inferSelect']>,
    values: PgUpdateSetSource<Table>,
  ): Promise<unknown>
  /** Keeps background jobs from running until the answer is called, as another node at them would. */
  holdJob(...names: string[]): Promise<() => Promise<void>>
}

interface Given {
  env?: Record<string, string>
  clock?: Clock
  /** Another node of the same installation: same database, same data folder. */
  besides?: Pick<TestSite, 'database' | 'dataDir'>
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

function allEqual(table: PgTable, values: object): SQL | undefined {
  const columns = getTableColumns(table)
  return and(...Object.entries(values).map(([name, value]) => eq(columns[name]!, value)))
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
  const { deps } = site
  const bound = Object.entries(made).map(([name, make]) => [name, (make as (deps: Deps) => unknown).bind(null, deps)])
  const mine = Object.fromEntries(bound) as Made
  async function signedIn({ id, serial, email, password }: Someone): Promise<LoggedIn> {
    const visitor = new Visitor(site.url)
    const { status, message } = await visitor.logIn(serial || email, password)
    if (status !== 200) throw new Error(`login failed: ${message}`)
    return Object.assign(visitor, { id, serial, email, password })
  }
  return {
    ...deps,
    ...site,
    ...mine,
    logged,
    dataDir,
    database: scratch,
    visitor: (headers) => new Visitor(site.url, headers),
    signedIn,
    asMember: async (...values) => signedIn(await mine.aMember(...values)),
    asAdmin: async (...values) => signedIn(await mine.anAdmin(...values)),
    asApplicant: async (...values) => signedIn(await mine.anApplicant(...values)),
    asViewer: async () => signedIn(await mine.aViewer()),
    rowsOf: (table, where = {}) =>
      deps.db
        .select()
        .from(table as PgTable)
        .where(allEqual(table, where)),
    async update(table, where, values) {
      await deps.db.update(table).set(values).where(allEqual(table, where))
      if ([users, administrators, viewers].includes(table as never)) await factories.confirmAccounts(deps)
    },
    holdJob: (...names) => holdJob({ database: scratch }, ...names),
    async stop() {
      await site.stop()
      if (given.besides) return
      await release?.()
      await scratch.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What many answers say. */
interface Common {
  id: string
  requestId?: string
  code: string
  message: string
  fields: Record<string, string>
  secret: string
  retryAfter?: number
}
type Anything = Record<string, unknown>
/** What the JSON of an answer says, and its status. The rest of the response is there too, unseen by matchers. */
export type Answer<Said = Anything> = Said & Common & { status: number; headers: Headers; bytes: Buffer; text: string }

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

  /** The response itself. A body of bytes is sent as it is, a file; anything else as JSON. */
  async fetch(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
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

  async send<Said = Anything>(...sent: Parameters<Visitor['fetch']>): Promise<Answer<Said>> {
    const response = await this.fetch(...sent)
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isJson = /^application\/([\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')
    const json = text && isJson ? { ...JSON.parse(text) } : {}
    const rest = { headers: response.headers, bytes, text }
    for (const [name, value] of Object.entries(rest)) if (!(name in json)) Object.defineProperty(json, name, { value })
    return Object.assign(json, { status: response.status })
  }

  get = <Said = Anything>(path: string, headers?: Record<string, string>) =>
    this.send<Said>('GET', path, undefined, headers)
  post = <Said = Anything>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
    this.send<Said>('POST', path, body, headers)
  put = <Said = Anything>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.send<Said>('PUT', path, body, headers)
  patch = <Said = Anything>(path: string, body?: unknown) => this.send<Said>('PATCH', path, body)
  delete = <Said = Anything>(path: string, body?: unknown) => this.send<Said>('DELETE', path, body)

  logIn(login: string, password: string) {
    return this.post<{ next?: string; twoFactor?: boolean }>('/api/accounts/login', { login, password })
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
export async function actsOn(deps: Pick<Deps, 'db'>, subject: string): Promise<string[]> {
  return (await logOf(deps, subject)).map(({ action }) => action)
}

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

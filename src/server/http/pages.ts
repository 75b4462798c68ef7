import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Clock } from '#server/clock.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Renderer, Rendered } from '#server/ssr.ts'
import { errorStatus } from '#shared/errors.ts'
import { findPage, pages, type Page, type PageName, requestedPage, withNext } from '#shared/pages.ts'
import { may, missingJob } from '#shared/permissions.ts'
import { minuteMs, type Instant } from '#shared/time.ts'
import { addressOf, laneOf } from './address.ts'
import { chooseEncoding, encodeOnce, sendEncoded, encodeBody, type EncodedBody } from './encoded.ts'
import { anyoneMay, whoIs, type Env, type GuardDeps } from './guards.ts'
import { sessionCookieName, type Person } from './session.ts'

/** Public pages about one thing named in the address. */
type SubjectPageName = {
  [Name in PageName]: (typeof pages)[Name] extends { access: 'public'; path: `${string}/:id` } ? Name : never
}[PageName]

/** Whether that thing exists. */
export type PageSubjects = Record<SubjectPageName, (id: string) => Promise<boolean>>

interface Pages {
  renderer: Renderer
  cache: PageCache
  subjects: PageSubjects
}

/** There are many addresses with an id or a query, and rendering takes milliseconds: one visitor's flood has to queue. */
export const publicDrawings = concurrencyLimit(2, 30)

type PageDeps = GuardDeps & Pick<Deps, 'settings'> & { config: Pick<Config, 'secure' | 'trustedProxy'> }

/** Everything that replies with a document or redirects to one. */
export function pageRoutes(deps: PageDeps, made: Pages) {
  return new Hono<Env>()
    .get('/redirect', anyoneMay('log in'), async (c) =>
      c.redirect(placeAfterLogin(await whoIs(deps, c), c.req.query('next'))),
    )
    .get('/profile', anyoneMay('log in'), async (c) => {
      const person = await whoIs(deps, c)
      if (!person) return c.redirect(toLogin(deps, c))
      const place = person.role === 'observer' ? ownPlace(person) : `/member/${person.id}`
      return c.redirect(c.req.query('changed') === undefined ? place : `${place}?changed`)
    })
    .get('*', anyoneMay('read public pages'), (c) => showPage(deps, made, c))
}

/** Where somebody belongs after logging in. */
function ownPlace(person: Person | null): string {
  if (!person) return pages.login.path
  if (person.firstStep) return `${pages.security.path}?first`
  if (person.role === 'observer') return pages.observe.path
  return person.role === 'admin' ? pages.admin.path : `/member/${person.id}`
}

/** The page requested before the login, if this person may open it; their own place otherwise. */
function placeAfterLogin(person: Person | null, next: string | undefined): string {
  return person ? (pageFor(person, next) ?? ownPlace(person)) : withNext(ownPlace(null), next)
}

/** The requested page, if this person may open it. */
function pageFor(person: Person, next: string | undefined): string | null {
  const requested = requestedPage(next)
  const found = requested && findPage(requested.split('?')[0] ?? '')
  return found && whereInstead(found, person) === null ? requested : null
}

/**
 * Where the login page sends people who are already logged in: members to the home page, where the menu has their name. Null if
 * the page has something to tell them: that logging out failed, that a password was changed, or a second step in progress.
 */
function insteadOfLogin(person: Person, query: URLSearchParams): string | null {
  if (query.get('out') === 'failed' || query.has('changed') || query.get('step') === 'two-factor') return null
  const home = may(person, 'vote') ? pages.home.path : ownPlace(person)
  return pageFor(person, query.get('next') ?? undefined) ?? home
}

/** The login page, which says which page requires it, or that a session has ended. */
function toLogin(deps: PageDeps, c: Context<Env>): string {
  const ended = getCookie(c, sessionCookieName(deps.config.secure)) !== undefined
  return withNext(ended ? `${pages.login.path}?ended` : pages.login.path, c.req.path + new URL(c.req.url).search)
}

async function showPage(deps: PageDeps, made: Pages, c: Context<Env>): Promise<Response> {
  const { renderer, cache } = made
  const found = findPage(c.req.path)
  if (!found || (found.page.duesOnly && !(await deps.settings()).dues)) return send(c, await drawMissing('/404', made))
  const { page, name, id } = found
  const lane = laneOf(addressOf(deps.config, c))
  if (id !== undefined && name in made.subjects) {
    const isThere = await made.subjects[name as SubjectPageName](id)
    return isThere ? showSubject(page, made, c, lane) : showMissing(page, made, c)
  }
  if (page.access === 'public') {
    const person = page.visitorsOnly ? await whoIs(deps, c) : null
    const instead = person && insteadOfLogin(person, new URL(c.req.url).searchParams)
    if (instead) return c.redirect(instead)
    const query = shownQuery(found.name, new URL(c.req.url).searchParams)
    const draw = () => renderer.render(page.path + query)
    // What everybody reads does not queue.
    return send(c, await cache.get(page.path + query, query === '' ? draw : () => publicDrawings(draw, { lane })))
  }
  const person = await whoIs(deps, c)
  const elsewhere = whereInstead(found, person)
  if (elsewhere) return c.redirect(person ? elsewhere : toLogin(deps, c))
  c.header('Cache-Control', 'private, no-store')
  return send(c, await cache.get(page.path, () => renderer.render(page.path)), false)
}

/** About one thing that exists. */
async function showSubject(page: Page, { renderer, cache }: Pages, c: Context<Env>, lane: string): Promise<Response> {
  const draw = () => renderer.render(c.req.path)
  if (!page.fresh) return send(c, await cache.get(c.req.path, () => publicDrawings(draw, { lane })))
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  const drawOnce = async () => {
    const { html, status } = await draw()
    return { status, body: await encodeOnce(Buffer.from(html), encoding) }
  }
  const { status, body } = await publicDrawings(drawOnce, { lane, signal: c.req.raw.signal })
  if (encoding !== 'plain') c.header('Content-Encoding', encoding)
  return c.body(new Uint8Array(body), status, { ...freshHeaders, ...htmlHeaders })
}

/** Anybody can request any number of missing addresses: they share one cached page. */
async function showMissing(page: Page, made: Pages, c: Context<Env>): Promise<Response> {
  if (!page.fresh) return send(c, await drawMissing('/404', made))
  for (const [name, value] of Object.entries(freshHeaders)) c.header(name, value)
  return send(c, await drawMissing(page.path, made), false)
}

const drawMissing = (path: string, { renderer, cache }: Pages) =>
  cache.get(notFoundKey(path), () => renderer.render(path))

/** The page's guard: where to send somebody who may not open it, or null if they may. */
function whereInstead(found: NonNullable<ReturnType<typeof findPage>>, person: Person | null): string | null {
  const { page, name, id } = found
  if (page.access === 'public') return null
  if (!person) return pages.login.path
  // An administrator with a first step to do is led to it, and nowhere else yet.
  if (person.firstStep && page.access !== 'use own account') return ownPlace(person)
  if (!may(person, page.access)) {
    const job = missingJob(person, page.access)
    return job ? `${pages.admin.path}?needs=${encodeURIComponent(job)}` : ownPlace(person)
  }
  const someoneElses = name === ('member' satisfies PageName) && id !== person.id
  return someoneElses && !may(person, 'read any profile') ? pages.members.path : null
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Encoding' }

/** Never cached or indexed: it shows the present state. */
const freshHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

/** Browsers check each time whether a page is current; an edit is visible on the next load. */
const revalidate = 'no-cache'

export const pageHeaders = ({ etag }: CachedPage) => ({ ...htmlHeaders, 'Cache-Control': revalidate, ETag: etag })

function send(c: Context<Env>, page: CachedPage, shared = true): Response {
  c.header('Content-Type', htmlHeaders['Content-Type'])
  if (shared) c.header('Cache-Control', revalidate)
  return sendEncoded(c, page, { status: page.status })
}

/**
 * Which parts of the query a public page shows, by name and possible values: `a code` of errors.ts, or `a guarded page`, which is
 * shown only if nothing else is. The rest of a query changes nothing, so the server keeps a known number of pages.
 */
type ShownQuery = Readonly<Record<string, readonly string[] | 'a code' | 'a guarded page'>>

export const pageQueries: Readonly<Partial<Record<PageName, ShownQuery>>> = {
  login: {
    step: ['forgot', 'two-factor', 'birthday'],
    lost: ['serial'],
    error: 'a code',
    left: ['0', '1', '2'],
    sent: [''],
    changed: [''],
    out: ['', 'failed'],
    card: [''],
    ended: [''],
    next: 'a guarded page',
  },
  resetPassword: { error: 'a code', for: ['observer', 'administrator'], by: ['email'] },
}

/** The part of a query that the page shows, in a fixed order: what is rendered and cached is one of a known number of pages. */
export function shownQuery(page: PageName, query: { get(name: string): string | null }): string {
  const parts: string[] = []
  for (const [name, values] of Object.entries(pageQueries[page] ?? {})) {
    const value = query.get(name)
    if (value === null) continue
    if (values === 'a guarded page') {
      const pattern = parts.length === 0 && patternOf(value)
      if (pattern) parts.push(`${name}=${pattern}`)
    } else if (values === 'a code' ? Object.hasOwn(errorStatus, value) : values.includes(value))
      parts.push(value === '' ? name : `${name}=${value}`)
  }
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** The path of a guarded page without its `:id`: there are as many as there are pages. */
function patternOf(next: string): string | undefined {
  const requested = requestedPage(next)
  return requested === null ? undefined : findPage(requested.split('?')[0] ?? '')?.page.path
}

export interface CachedPage extends EncodedBody {
  status: 200 | 404
}

/** A login page with a refusal is a separate page; however many of those are requested, the pages in use stay cached. */
const mostKept = 200

const notFound = 'not found '

/** The not-found page rendered at this path; it is the same at every address. */
export const notFoundKey = (path: string) => notFound + path

/** Pages also depend on the clock (registration closes), so none is cached longer than this. */

interface Kept {
  page: CachedPage
  /** By the monotonic clock. */
  until: number
  /** By the site's clock, which may be set back. */
  drawnAt: Instant
  changesAt: Instant
}

interface PageTimes {
  keptForMs?: number | undefined
  clock: Clock
  /** The next instant at which pages change; null if there is none. */
  nextChange(): Promise<Instant | null>
}

/**
 * Rendered documents by path. Requests for a missing page share one rendering, and one that began before an edit is never cached
 * after it. None outlives the instant at which a window of an election opens or closes.
 */
export function createPageCache({ keptForMs = minuteMs, clock, nextChange }: PageTimes) {
  let kept = new Map<string, Kept>()
  let underWay = new Map<string, ReturnType<typeof make>>()

  /** The page if it is cached, without waiting. */
  function peek(key: string): CachedPage | null {
    const found = kept.get(key)
    if (!found || found.until <= performance.now()) return null
    const now = clock.now()
    if (now < found.drawnAt || now >= found.changesAt) return null
    // The least recently requested one is the first in the map.
    kept.delete(key)
    kept.set(key, found)
    return found.page
  }

  async function get(key: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const found = peek(key)
    if (found) return found
    const generation = kept
    const inProgress = underWay
    const making = inProgress.get(key) ?? make(render).finally(() => inProgress.delete(key))
    inProgress.set(key, making)
    const { page, drawnAt, changesAt } = await making
    // Rendered across that instant it may show either side of it.
    if (clock.now() >= changesAt) return get(key, render)
    // What existed a moment ago; anybody can request any number of missing addresses.
    const lasting = page.status === 200 || key.startsWith(notFound)
    if (generation === kept && lasting) {
      const [oldest] = kept.keys()
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
      kept.set(key, { page, drawnAt, changesAt, until: performance.now() + keptForMs })
    }
    return page
  }

  async function make(render: () => Promise<Rendered>) {
    const drawnAt = clock.now()
    const changesAt = (await nextChange()) ?? Infinity
    return { page: await encodeRendered(render), drawnAt, changesAt }
  }

  /** Something changed: forget everything, and do not cache renderings in progress. */
  function clear(): void {
    kept = new Map()
    underWay = new Map()
  }

  return { peek, get, clear }
}

export type PageCache = ReturnType<typeof createPageCache>

async function encodeRendered(render: () => Promise<Rendered>): Promise<CachedPage> {
  const { status, html } = await render()
  return { status, ...(await encodeBody(Buffer.from(html))) }
}

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

/** Public pages about one thing that the address names. */
type SubjectPageName = {
  [Name in PageName]: (typeof pages)[Name] extends { access: 'public'; path: `${string}/:id` } ? Name : never
}[PageName]

/** Returns whether that thing exists. */
export type PageSubjects = Record<SubjectPageName, (id: string) => Promise<boolean>>

interface Pages {
  renderer: Renderer
  cache: PageCache
  subjects: PageSubjects
}

/** Addresses with an id or a query are endless and rendering takes milliseconds, so one visitor's flood must queue. */
export const renderLimit = concurrencyLimit(2, 30)

type PageDeps = GuardDeps & Pick<Deps, 'settings'> & { config: Pick<Config, 'secure' | 'trustedProxy'> }

/** All routes that reply with a page or redirect to one. */
export function pageRoutes(deps: PageDeps, parts: Pages) {
  return new Hono<Env>()
    .get('/redirect', anyoneMay('log in'), async (c) =>
      c.redirect(pageAfterLogin(await whoIs(deps, c), c.req.query('next'))),
    )
    .get('/profile', anyoneMay('log in'), async (c) => {
      const person = await whoIs(deps, c)
      if (!person) return c.redirect(toLogin(deps, c))
      const place = person.role === 'observer' ? homePageOf(person) : `/member/${person.id}`
      return c.redirect(c.req.query('changed') === undefined ? place : `${place}?changed`)
    })
    .get('*', anyoneMay('read public pages'), (c) => showPage(deps, parts, c))
}

/** Where a person goes after login. */
function homePageOf(person: Person | null): string {
  if (!person) return pages.login.path
  if (person.firstStep) return `${pages.security.path}?first`
  if (person.role === 'observer') return pages.observe.path
  return person.role === 'admin' ? pages.admin.path : `/member/${person.id}`
}

/** The page requested before login, if this person may open it; otherwise their own home page. */
function pageAfterLogin(person: Person | null, next: string | undefined): string {
  return person ? (pageFor(person, next) ?? homePageOf(person)) : withNext(homePageOf(null), next)
}

/** The requested page, or null if this person may not open it. */
function pageFor(person: Person, next: string | undefined): string | null {
  const requested = requestedPage(next)
  const found = requested && findPage(requested.split('?')[0] ?? '')
  return found && redirectFor(found, person) === null ? requested : null
}

/**
 * Where to redirect people who open the login page while logged in; members go home, where the menu has their name.
 * Null if the page has something to say: a failed logout, a changed password, or a second step that is due.
 */
function redirectFromLogin(person: Person, query: URLSearchParams): string | null {
  if (query.get('out') === 'failed' || query.has('changed') || query.get('step') === 'two-factor') return null
  const home = may(person, 'vote') ? pages.home.path : homePageOf(person)
  return pageFor(person, query.get('next') ?? undefined) ?? home
}

/** The address of the login page; it says which page requires a login, or that a session has ended. */
function toLogin(deps: PageDeps, c: Context<Env>): string {
  const ended = getCookie(c, sessionCookieName(deps.config.secure)) !== undefined
  return withNext(ended ? `${pages.login.path}?ended` : pages.login.path, c.req.path + new URL(c.req.url).search)
}

async function showPage(deps: PageDeps, parts: Pages, c: Context<Env>): Promise<Response> {
  const { renderer, cache } = parts
  const found = findPage(c.req.path)
  if (!found || (found.page.duesOnly && !(await deps.settings()).dues)) return send(c, await getMissing('/404', parts))
  const { page, name, id } = found
  const lane = laneOf(addressOf(deps.config, c))
  if (id !== undefined && name in parts.subjects) {
    const isThere = await parts.subjects[name as SubjectPageName](id)
    return isThere ? showSubject(page, parts, c, lane) : showMissing(page, parts, c)
  }
  if (page.access === 'public') {
    const person = page.visitorsOnly ? await whoIs(deps, c) : null
    const redirectTo = person && redirectFromLogin(person, new URL(c.req.url).searchParams)
    if (redirectTo) return c.redirect(redirectTo)
    const query = shownQuery(found.name, new URL(c.req.url).searchParams)
    const render = () => renderer.render(page.path + query)
    // The plain page, which everybody reads, does not queue.
    return send(c, await cache.get(page.path + query, query === '' ? render : () => renderLimit(render, { lane })))
  }
  const person = await whoIs(deps, c)
  const redirectTo = redirectFor(found, person)
  if (redirectTo) return c.redirect(person ? redirectTo : toLogin(deps, c))
  c.header('Cache-Control', 'private, no-store')
  return send(c, await cache.get(page.path, () => renderer.render(page.path)), false)
}

/** Replies with a page about one thing that exists. */
async function showSubject(page: Page, { renderer, cache }: Pages, c: Context<Env>, lane: string): Promise<Response> {
  const render = () => renderer.render(c.req.path)
  if (!page.fresh) return send(c, await cache.get(c.req.path, () => renderLimit(render, { lane })))
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  const renderOnce = async () => {
    const { html, status } = await render()
    return { status, body: await encodeOnce(Buffer.from(html), encoding) }
  }
  const { status, body } = await renderLimit(renderOnce, { lane, signal: c.req.raw.signal })
  if (encoding !== 'plain') c.header('Content-Encoding', encoding)
  return c.body(new Uint8Array(body), status, { ...freshHeaders, ...htmlHeaders })
}

/** Anybody can request any number of missing addresses, so they all share one cached page. */
async function showMissing(page: Page, parts: Pages, c: Context<Env>): Promise<Response> {
  if (!page.fresh) return send(c, await getMissing('/404', parts))
  for (const [name, value] of Object.entries(freshHeaders)) c.header(name, value)
  return send(c, await getMissing(page.path, parts), false)
}

const getMissing = (path: string, { renderer, cache }: Pages) =>
  cache.get(notFoundKey(path), () => renderer.render(path))

/** The page's guard: returns where to send somebody who may not open it, or null if they may. */
function redirectFor(found: NonNullable<ReturnType<typeof findPage>>, person: Person | null): string | null {
  const { page, name, id } = found
  if (page.access === 'public') return null
  if (!person) return pages.login.path
  // An administrator with a first step to do may only open the page for it.
  if (person.firstStep && page.access !== 'use own account') return homePageOf(person)
  if (!may(person, page.access)) {
    const job = missingJob(person, page.access)
    return job ? `${pages.admin.path}?needs=${encodeURIComponent(job)}` : homePageOf(person)
  }
  const someoneElses = name === ('member' satisfies PageName) && id !== person.id
  return someoneElses && !may(person, 'read any profile') ? pages.members.path : null
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Encoding' }

/** Never cached or indexed, because the page shows the present state. */
const freshHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

/** Browsers check each time whether their copy is current, so an edit is visible on the next load. */
const revalidate = 'no-cache'

export const pageHeaders = ({ etag }: CachedPage) => ({ ...htmlHeaders, 'Cache-Control': revalidate, ETag: etag })

function send(c: Context<Env>, page: CachedPage, shared = true): Response {
  c.header('Content-Type', htmlHeaders['Content-Type'])
  if (shared) c.header('Cache-Control', revalidate)
  return sendEncoded(c, page, { status: page.status })
}

/**
 * Which parts of the query a public page shows, with their possible values: `a code` of errors.ts, or `a guarded page`,
 * which is shown only alone. The rest of the query is ignored, so the cache holds a limited number of pages.
 */
type ShownQuery = Readonly<Record<string, readonly string[] | 'a code' | 'a guarded page'>>

export const pageQueries: Readonly<Partial<Record<PageName, ShownQuery>>> = {
  login: {
    step: ['forgot', 'two-factor', 'birthday'],
    lost: ['serial'],
    error: 'a code',
    left: ['0', '1', '2'],
    sent: [''],
    changed: ['', 'invitation'],
    out: ['', 'failed'],
    card: [''],
    ended: [''],
    next: 'a guarded page',
  },
  resetPassword: { error: 'a code', for: ['observer', 'administrator'], by: ['email'] },
}

/** The part of a query that the page shows, in a fixed order, so that the number of rendered pages is limited. */
function shownQuery(page: PageName, query: { get(name: string): string | null }): string {
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

/** The path of a guarded page, with `:id` instead of an id, so that there are only as many as there are pages. */
function patternOf(next: string): string | undefined {
  const requested = requestedPage(next)
  return requested === null ? undefined : findPage(requested.split('?')[0] ?? '')?.page.path
}

export interface CachedPage extends EncodedBody {
  status: 200 | 404
}

/** Enough that requests for many different pages (such as login pages with a refusal) do not evict the pages in use. */
const maxPages = 200

const notFound = 'not found '

/** Not-found pages are cached by the page's pattern, because they look the same at every address. */
const notFoundKey = (path: string) => notFound + path

/** Pages also depend on the clock (registration closes), so each expires after a while. */

interface CacheEntry {
  page: CachedPage
  /** By the monotonic clock. */
  until: number
  /** By the site's clock, which may be set back. */
  renderedAt: Instant
  changesAt: Instant
}

interface PageTimes {
  maxAgeMs?: number | undefined
  clock: Clock
  /** Returns the next instant at which pages change; null if there is none. */
  nextChange(): Promise<Instant | null>
}

/**
 * Caches rendered pages by path. Concurrent requests for a page share one rendering. A rendering that began before an
 * edit is never cached after it. No page is cached beyond the instant at which a window of an election opens or closes.
 */
export function createPageCache({ maxAgeMs = minuteMs, clock, nextChange }: PageTimes) {
  let cached = new Map<string, CacheEntry>()
  let inFlight = new Map<string, ReturnType<typeof make>>()

  /** Returns the page if it is cached, without waiting. */
  function peek(key: string): CachedPage | null {
    const found = cached.get(key)
    if (!found || found.until <= performance.now()) return null
    const now = clock.now()
    if (now < found.renderedAt || now >= found.changesAt) return null
    // Move it to the end of the map: the first key is always the least recently used one.
    cached.delete(key)
    cached.set(key, found)
    return found.page
  }

  async function get(key: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const found = peek(key)
    if (found) return found
    const generation = cached
    const inProgress = inFlight
    const making = inProgress.get(key) ?? make(render).finally(() => inProgress.delete(key))
    inProgress.set(key, making)
    const { page, renderedAt, changesAt } = await making
    // A rendering that spans that instant may show the state before or after it.
    if (clock.now() >= changesAt) return get(key, render)
    // Other missing pages are not cached, as anybody can request any number of them.
    const lasting = page.status === 200 || key.startsWith(notFound)
    if (generation === cached && lasting) {
      const [oldest] = cached.keys()
      if (cached.size >= maxPages && oldest !== undefined) cached.delete(oldest)
      cached.set(key, { page, renderedAt, changesAt, until: performance.now() + maxAgeMs })
    }
    return page
  }

  async function make(render: () => Promise<Rendered>) {
    const renderedAt = clock.now()
    const changesAt = (await nextChange()) ?? Infinity
    return { page: await encodeRendered(render), renderedAt, changesAt }
  }

  /** Called after a change: empties the cache, and keeps renderings in progress out of it. */
  function clear(): void {
    cached = new Map()
    inFlight = new Map()
  }

  return { peek, get, clear }
}

type PageCache = ReturnType<typeof createPageCache>

async function encodeRendered(render: () => Promise<Rendered>): Promise<CachedPage> {
  const { status, html } = await render()
  return { status, ...(await encodeBody(Buffer.from(html))) }
}

import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { requestedPage, withNext } from '#shared/requested-page.ts'
import { findPage, pages, type PageName } from '#shared/pages.ts'
import { may, missingJob } from '#shared/permissions.ts'
import { sessionCookieName, type Person } from './session.ts'
import type { Deps } from '#server/deps.ts'
import type { Renderer } from '#server/ssr.ts'
import type { Env } from './context.ts'
import { chooseEncoding } from './encoded.ts'
import { anyoneMay, whoIs } from './guards.ts'
import { encodeRendered, notFoundKey, type CachedPage, type PageCache } from './page-cache.ts'
import { shownQuery } from './shown-query.ts'

/** Everything that answers with a document or sends the browser to one. */
export function pageRoutes(deps: Deps, renderer: Renderer, cache: PageCache) {
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
    .get('*', anyoneMay('read public pages'), (c) => showPage(deps, renderer, cache, c))
}

/** Where somebody belongs after logging in. */
function ownPlace(person: Person | null): string {
  if (!person) return '/login'
  if (person.firstStep) return `${pages.security.path}?first`
  if (person.role === 'observer') return pages.observe.path
  return person.role === 'admin' ? '/admin' : `/member/${person.id}`
}

/** The page that was asked for before the login, if this person may open it; their own place otherwise. */
function placeAfterLogin(person: Person | null, next: string | undefined): string {
  return person ? (pageFor(person, next) ?? ownPlace(person)) : withNext(ownPlace(null), next)
}

/** The page that was asked for, if this person may open it. */
function pageFor(person: Person, next: string | undefined): string | null {
  const requested = requestedPage(next)
  const found = requested && findPage(requested.split('?')[0] ?? '')
  return found && whereInstead(found, person) === null ? requested : null
}

/**
 * Where the login page sends whoever is logged in already: members to the home page, where the menu has their name. Null where
 * the page has something to say to them: that logging out failed, that a password was changed, or a second step under way.
 */
function insteadOfLogin(person: Person, query: URLSearchParams): string | null {
  if (query.get('out') === 'failed' || query.has('changed') || query.get('step') === 'two-factor') return null
  const home = may(person, 'vote') ? pages.home.path : ownPlace(person)
  return pageFor(person, query.get('next') ?? undefined) ?? home
}

/** The login, which says which page asked for it, or that a session has ended. */
function toLogin(deps: Deps, c: Context<Env>): string {
  const ended = getCookie(c, sessionCookieName(deps.config.secure)) !== undefined
  return withNext(ended ? `${pages.login.path}?ended` : pages.login.path, c.req.path + new URL(c.req.url).search)
}

async function showPage(deps: Deps, renderer: Renderer, cache: PageCache, c: Context<Env>): Promise<Response> {
  const found = findPage(c.req.path)
  if (!found) return send(c, await cache.get(notFoundKey, () => renderer.render('/404')))
  if (found.page.fresh) {
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
    return send(c, await encodeRendered(() => renderer.render(c.req.path)), false)
  }
  if (found.page.access === 'public') {
    const person = found.page.visitorsOnly ? await whoIs(deps, c) : null
    const instead = person && insteadOfLogin(person, new URL(c.req.url).searchParams)
    if (instead) return c.redirect(instead)
    const address =
      (found.id === undefined ? found.page.path : c.req.path) + shownQuery(found.name, new URL(c.req.url).searchParams)
    return send(c, await cache.get(address, () => renderer.render(address)))
  }
  const person = await whoIs(deps, c)
  const elsewhere = whereInstead(found, person)
  if (elsewhere) return c.redirect(person ? elsewhere : toLogin(deps, c))
  c.header('Cache-Control', 'private, no-store')
  return send(c, await cache.get(found.page.path, () => renderer.render(found.page.path)), false)
}

/** The page's guard: where to send who may not open it, or null when they may. */
function whereInstead(found: NonNullable<ReturnType<typeof findPage>>, person: Person | null): string | null {
  const { page, name, id } = found
  if (page.access === 'public') return null
  if (!person) return pages.login.path
  // An administrator who has something to do first finds it there, and nothing else yet.
  if (person.firstStep && page.access !== 'use own account') return ownPlace(person)
  if (!may(person, page.access)) {
    const job = missingJob(person, page.access)
    return job ? `${pages.admin.path}?needs=${encodeURIComponent(job)}` : ownPlace(person)
  }
  const someoneElses = name === ('member' satisfies PageName) && id !== person.id
  return someoneElses && !may(person, 'read any profile') ? '/members' : null
}

export function pageHeaders(page: CachedPage, cacheControl: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl,
    ETag: page.etag,
    Vary: 'Accept-Encoding',
  }
}

/** Browsers ask each time whether a page is still current; an edit is seen on the next load. */
export const revalidate = 'no-cache'

function send(c: Context<Env>, page: CachedPage, shared = true): Response {
  for (const [name, value] of Object.entries(pageHeaders(page, revalidate)))
    if (shared || name !== 'Cache-Control') c.header(name, value)
  if (c.req.header('if-none-match') === page.etag && page.status === 200) return c.body(null, 304)
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  if (encoding !== 'plain') c.header('Content-Encoding', encoding)
  return c.body(new Uint8Array(page[encoding]), page.status)
}

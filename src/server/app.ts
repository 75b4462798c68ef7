import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { administratorRoutes } from '#server/accounts/administrator-routes.ts'
import { plainFormRoutes } from '#server/accounts/plain-forms.ts'
import { accountRoutes } from '#server/accounts/routes.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { publicFileRoutes } from '#server/content/public-file-routes.ts'
import { nextPublication, readEntry } from '#server/content/read-links.ts'
import { contentRoutes, videoRoutes } from '#server/content/routes.ts'
import { dashboardRoutes } from '#server/dashboard/routes.ts'
import { boardRoutes } from '#server/elections/board/routes.ts'
import { candidacyRoutes } from '#server/elections/candidacy/routes.ts'
import { closingRoutes, monitorRoutes } from '#server/elections/closing/routes.ts'
import { reminderRoutes } from '#server/elections/emails/routes.ts'
import { nominationRoutes } from '#server/elections/nomination/routes.ts'
import { observingRoutes } from '#server/elections/observing/routes.ts'
import { proxyRoutes } from '#server/elections/proxy/routes.ts'
import { nextChange } from '#server/elections/public-strip.ts'
import { recountRoutes, packageRoutes } from '#server/elections/recount/routes.ts'
import { resultRoutes } from '#server/elections/results/routes.ts'
import { rollRoutes } from '#server/elections/roll/routes.ts'
import { electionSettingsRoutes } from '#server/elections/settings/routes.ts'
import { votingRoutes } from '#server/elections/voting/routes.ts'
import { homeRoutes } from '#server/home/routes.ts'
import { findUploadRoutes, limitBody, refuseSize } from '#server/http/body.ts'
import { staticFiles, verifierRoutes } from '#server/http/built-files.ts'
import { chooseEncoding, type Encoding } from '#server/http/encoded.ts'
import { errorResponse } from '#server/http/errors.ts'
import type { Env } from '#server/http/guards.ts'
import { logRequests, nextRequestId } from '#server/http/metrics.ts'
import { operationRoutes, searchEngineRoutes } from '#server/http/operations.ts'
import {
  createPageCache,
  pageHeaders,
  pageQueries,
  pageRoutes,
  type CachedPage,
  type PageSubjects,
} from '#server/http/pages.ts'
import { sameOriginOnly, securityHeaders } from '#server/http/security.ts'
import { sessionCookieName } from '#server/http/session.ts'
import { approvalRoutes } from '#server/members/approval/routes.ts'
import { checkCard } from '#server/members/card/open-card.ts'
import { cardRoutes } from '#server/members/card/routes.ts'
import { csvRoutes } from '#server/members/csv/routes.ts'
import { duesRoutes } from '#server/members/dues/routes.ts'
import { listingRoutes } from '#server/members/listing/routes.ts'
import { mailingRoutes, oneClickRoutes } from '#server/members/mailing/routes.ts'
import { privacyRoutes } from '#server/members/privacy/routes.ts'
import { profileRoutes } from '#server/members/profile/routes.ts'
import { registrationRoutes } from '#server/members/registration/routes.ts'
import { backupRoutes } from '#server/operations/backup/routes.ts'
import { statusRoutes } from '#server/operations/status/routes.ts'
import { fileRoutes } from '#server/storage/routes.ts'
import { AppError } from '#shared/errors.ts'
import { findPage } from '#shared/pages.ts'
import { hourMs, minuteMs, type Instant } from '#shared/time.ts'
import type { Deps } from './deps.ts'
import { createRenderer } from './ssr.ts'

const maxSize = 64 * 1024
const readWithinLimit = limitBody(maxSize)

/** A body with a declared length need not be opened; opening it costs as much as the rest of a request. */
const limitForms: MiddlewareHandler<Env> = (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const length = c.req.header('content-length')
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return readWithinLimit(c, next)
  return Number(length) > maxSize ? refuseSize() : next()
}

export function createApi(deps: Deps) {
  return new Hono<Env>()
    .basePath('/api')
    .route('/', contentRoutes(deps))
    .route('/', videoRoutes(deps))
    .route('/', registrationRoutes(deps))
    .route('/', listingRoutes(deps))
    .route('/', approvalRoutes(deps))
    .route('/', csvRoutes(deps))
    .route('/', cardRoutes(deps))
    .route('/', privacyRoutes(deps))
    .route('/', mailingRoutes(deps))
    .route('/', profileRoutes(deps))
    .route('/', duesRoutes(deps))
    .route('/', candidacyRoutes(deps))
    .route('/', electionSettingsRoutes(deps))
    .route('/', nominationRoutes(deps))
    .route('/', votingRoutes(deps))
    .route('/', resultRoutes(deps))
    .route('/', proxyRoutes(deps))
    .route('/', reminderRoutes(deps))
    .route('/', monitorRoutes(deps))
    .route('/', closingRoutes(deps))
    .route('/', boardRoutes(deps))
    .route('/', packageRoutes(deps))
    .route('/', recountRoutes(deps))
    .route('/', observingRoutes(deps))
    .route('/', rollRoutes(deps))
    .route('/', auditRoutes(deps))
    .route('/', statusRoutes(deps))
    .route('/', backupRoutes(deps))
    .route('/', fileRoutes(deps))
    .route('/', homeRoutes(deps))
    .route('/', dashboardRoutes(deps))
    .route('/', administratorRoutes(deps))
    .route('/accounts', accountRoutes(deps))
}

/** The browser's typed client uses this type. */
export type Api = ReturnType<typeof createApi>

/** Builds the whole site: the middleware of every request, then API, files and pages. */
export async function createApp(deps: Deps) {
  let stopping = false
  const headers = Object.entries(securityHeaders(deps.config))
  const api = createApi(deps).onError((error, c) => errorResponse(error, c, deps.log))
  const isUpload = findUploadRoutes(api.routes)
  const renderer = await createRenderer(deps.config, async (input, init) => api.request(input as string, init))
  const cache = createPageCache({
    maxAgeMs: deps.config.development ? 0 : undefined,
    clock: deps.clock,
    nextChange: async () => earliest(await nextChange(deps), await nextPublication(deps)),
  })
  deps.changes.on((table) => {
    if (table !== 'emails') cache.clear()
  })

  const app = new Hono<Env>()
    .onError((error, c) => errorResponse(error, c, deps.log))
    .notFound((c) => errorResponse(new AppError('not-found'), c, deps.log))
    .use(logRequests(deps))
    // Set on the socket's headers, which a reply extends or overrides: copying them would cost more than the route.
    .use((c, next) => {
      for (const [name, value] of headers) c.env.outgoing.setHeader(name, value)
      return next()
    })
    .route(
      '/',
      operationRoutes(deps, () => stopping),
    )
    .route('/', oneClickRoutes(deps))
    .use(sameOriginOnly(deps))
    .use((c, next) => (isUpload(c.req.method, c.req.path) ? next() : limitForms(c, next)))
    .use('/api/*', (c, next) => {
      c.env.outgoing.setHeader('Cache-Control', 'no-store')
      return next()
    })
    .route('/', searchEngineRoutes(deps))
    .route('/', publicFileRoutes(deps))
    .route('/', verifierRoutes())
    .route('/', api)
    .all('/api/*', () => {
      throw new AppError('not-found')
    })
  if (renderer.builtFiles) app.use(await staticFiles(renderer.builtFiles))
  app.route('/', plainFormRoutes(deps)).route('/', pageRoutes(deps, { renderer, cache, subjects: pageSubjects(deps) }))

  return {
    app,
    cache,
    isUpload,
    vite: renderer.vite,
    /** From now on `/readyz` tells the load balancer to use other nodes. */
    announceStop() {
      stopping = true
    },
  }
}
const earliest = (...instants: (Instant | null)[]) => {
  const known = instants.filter((instant) => instant !== null)
  return known.length > 0 ? Math.min(...known) : null
}

type App = Awaited<ReturnType<typeof createApp>>

/** Checks existence before a page is rendered: one small read, while rendering takes twenty times as long. */
export const pageSubjects = (deps: Deps): PageSubjects => ({
  news: (slug) => isThere(readEntry(deps, slug, 'everybody')),
  cardCheck: (token) => isThere(checkCard(deps, token)),
  earlierBoard: async (id) => (await deps.elections.byId(id)) !== null,
})

async function isThere(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false
    throw error
  }
}

interface PreparedPage {
  headers: Record<Encoding | 'unchanged', string[]>
  showsQuery: boolean
  visitorsOnly: boolean
}

/**
 * The web server. A cached public page is written directly to the socket: on assembly days this is nearly all the
 * traffic, and it costs little more than sending the bytes. Every other request goes through the app.
 */
export function createSiteServer(deps: Deps, { app, cache, isUpload, vite }: App): Server {
  const throughApp = getRequestListener(app.fetch)
  const sessionCookie = `${sessionCookieName(deps.config.secure)}=`
  const fixedHeaders = Object.entries(securityHeaders(deps.config)).flat()
  /** The headers of each public cached page; null for a page behind a guard. */
  const prepared = new WeakMap<CachedPage, PreparedPage | null>()

  function prepare(page: CachedPage, path: string): PreparedPage | null {
    // Shells of private pages are in the cache too, but only a guard may send them.
    const found = findPage(path)
    if (found?.page.access !== 'public') return null
    const common = [...fixedHeaders, ...Object.entries(pageHeaders(page)).flat()]
    const length = (encoding: Encoding) => ['Content-Length', String(page[encoding].length)]
    const encoded = (encoding: 'br' | 'gzip') => [...common, 'Content-Encoding', encoding, ...length(encoding)]
    return {
      headers: { br: encoded('br'), gzip: encoded('gzip'), plain: [...common, ...length('plain')], unchanged: common },
      showsQuery: found.name in pageQueries,
      visitorsOnly: found.page.visitorsOnly ?? false,
    }
  }

  function sendFromCache(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !request.url) return false
    const mark = request.url.indexOf('?')
    const path = mark < 0 ? request.url : request.url.slice(0, mark)
    const page = cache.peek(path)
    if (!page) return false
    let ready = prepared.get(page)
    if (ready === undefined) prepared.set(page, (ready = prepare(page, path)))
    if (!ready || (ready.showsQuery && mark >= 0)) return false
    const { cookie, 'if-none-match': knownEtag, 'accept-encoding': accepted } = request.headers
    if (ready.visitorsOnly && cookie?.includes(sessionCookie)) return false
    const requestId = nextRequestId()
    deps.metrics.cachedPages.inc()
    if (knownEtag === page.etag) response.writeHead(304, [...ready.headers.unchanged, 'X-Request-Id', requestId]).end()
    else {
      const encoding = chooseEncoding(accepted)
      response.writeHead(page.status, [...ready.headers[encoding], 'X-Request-Id', requestId]).end(page[encoding])
    }
    return true
  }

  // Longer than a proxy keeps a connection open, or the proxy would use one that is just being closed. Sending a video
  // over a slow connection takes hours.
  const timeouts = { keepAliveTimeout: 75_000, headersTimeout: minuteMs, requestTimeout: 6 * hourMs }
  const server = createServer(timeouts, (request, response) => {
    if (hasBody(request) && !isUpload(request.method ?? '', request.url?.split('?')[0] ?? '')) endSlowForm(request)
    if (sendFromCache(request, response)) return
    if (vite) vite.middlewares(request, response, () => throughApp(request, response))
    else void throughApp(request, response)
  })
  // Node itself refuses an unknown expectation before our code runs, without our headers.
  server.on('checkExpectation', (_request, response) => response.writeHead(417, fixedHeaders).end())
  return server
}

const formTimeoutMs = 30_000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** A form that is sent byte by byte would block a connection. */
function endSlowForm(request: IncomingMessage): void {
  // A request that arrived completely is not slow, even if nobody reads it: the reply may take its time.
  const timer = setTimeout(() => request.complete || request.destroy(), formTimeoutMs)
  const over = () => clearTimeout(timer)
  request.once('end', over).once('close', over)
}

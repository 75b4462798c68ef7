import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#shared/errors.ts'
import { plainFormRoutes } from './accounts/plain-forms.ts'
import { administratorRoutes } from './accounts/administrator-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { publicFileRoutes } from './content/public-file-routes.ts'
import { videoRoutes } from './content/video-routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Deps } from './deps.ts'
import { nextChange } from './elections/public-strip.ts'
import { electionSettingsRoutes } from '#server/elections/settings/routes.ts'
import { boardRoutes } from './elections/board/routes.ts'
import { packageRoutes } from './elections/recount/package-routes.ts'
import { closingRoutes } from './elections/closing/routes.ts'
import { candidacyRoutes } from './elections/candidacy/routes.ts'
import { monitorRoutes } from '#server/elections/monitor/routes.ts'
import { reminderRoutes } from '#server/elections/emails/routes.ts'
import { proxyRoutes } from './elections/proxy/routes.ts'
import { observingRoutes } from './elections/observing/routes.ts'
import { nominationRoutes } from './elections/nomination/routes.ts'
import { recountRoutes } from './elections/recount/routes.ts'
import { rollRoutes } from './elections/roll/routes.ts'
import { resultRoutes } from '#server/elections/results/routes.ts'
import { votingRoutes } from './elections/voting/routes.ts'
import { homeRoutes } from './home/routes.ts'
import type { Env } from './http/context.ts'
import { errorResponse } from './http/errors.ts'
import { operationRoutes } from './http/operations.ts'
import { createPageCache } from './http/page-cache.ts'
import { pageRoutes } from './http/pages.ts'
import { logRequests } from './http/request-log.ts'
import { searchEngineRoutes } from './http/search-engines.ts'
import { findUploadRoutes } from '#server/http/uploaded-file.ts'
import { sameOriginOnly, securityHeaders } from './http/security.ts'
import { staticFiles } from './http/static-files.ts'
import { verifierRoutes } from './http/verifier-page.ts'
import { approvalRoutes } from './members/approval/routes.ts'
import { cardRoutes } from './members/card/routes.ts'
import { csvRoutes } from './members/csv/routes.ts'
import { listingRoutes } from './members/listing/routes.ts'
import { oneClickRoutes } from './members/mailing/one-click-routes.ts'
import { mailingRoutes } from './members/mailing/routes.ts'
import { privacyRoutes } from './members/privacy/routes.ts'
import { profileRoutes } from './members/profile/routes.ts'
import { registrationRoutes } from './members/registration/routes.ts'
import { statusRoutes } from './operations/status/routes.ts'
import { backupRoutes } from './operations/backup/routes.ts'
import { pageSubjects } from './page-subjects.ts'
import { createRenderer } from './ssr.ts'
import { fileRoutes } from './storage/routes.ts'

/** Forms are small. */
const maxSize = 64 * 1024
const refuseSize = () => {
  throw new AppError('body-too-large')
}
const readWithinLimit = bodyLimit({ maxSize, onError: refuseSize })

/** A body that says how long it is need not be opened to know; opening it costs as much as the rest of a request. */
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

/** What the browser's typed client is made from. */
export type Api = ReturnType<typeof createApi>

/** The whole site: what every request passes through, then API, files and pages. */
export async function createApp(deps: Deps) {
  let stopping = false
  const headers = Object.entries(securityHeaders(deps.config))
  const api = createApi(deps).onError((error, c) => errorResponse(error, c, deps.log))
  const isUpload = findUploadRoutes(api.routes)
  const renderer = await createRenderer(deps.config, async (input, init) => api.request(input as string, init))
  const cache = createPageCache({
    keptForMs: deps.config.development ? 0 : undefined,
    clock: deps.clock,
    nextChange: () => nextChange(deps),
  })
  deps.changes.on((table) => {
    if (table !== 'emails') cache.clear()
  })

  const app = new Hono<Env>()
    .onError((error, c) => errorResponse(error, c, deps.log))
    .notFound((c) => errorResponse(new AppError('not-found'), c, deps.log))
    .use(logRequests(deps))
    // Straight to the socket's own headers, which an answer adds to or overrides: an answer's copy would cost more than its route.
    .use((c, next) => {
      for (const [name, value] of headers) c.env.outgoing.setHeader(name, value)
      return next()
    })
    .route(
      '/',
      operationRoutes(deps, () => stopping),
    )
    .route('/', oneClickRoutes(deps))
    .use(sameOriginOnly(deps.config))
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
    /** From now on `/readyz` tells the balancer to look elsewhere. */
    announceStop() {
      stopping = true
    },
  }
}
export type App = Awaited<ReturnType<typeof createApp>>

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { App } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { findPage } from '#shared/pages.ts'
import { chooseEncoding, type Encoding } from './encoded.ts'
import type { CachedPage } from './page-cache.ts'
import { pageHeaders, pageQueries } from './pages.ts'
import { nextRequestId } from './metrics.ts'
import { securityHeaders } from './security.ts'
import { sessionCookieName } from './session.ts'

/**
 * The web server. A public page that is cached is written straight to the socket: on assembly days this is nearly all
 * the traffic, and it costs about as much as sending the bytes. Everything else goes through the app.
 */
export function createSiteServer(deps: Deps, { app, cache, isUpload, vite }: App): Server {
  const throughApp = getRequestListener(app.fetch)
  const sessionCookie = `${sessionCookieName(deps.config.secure)}=`
  const fixedHeaders = Object.entries(securityHeaders(deps.config)).flat()
  const preparedHeaders = new WeakMap<CachedPage, Record<Encoding | 'unchanged', string[]>>()

  function prepared(page: CachedPage) {
    let headers = preparedHeaders.get(page)
    if (!headers) {
      const common = [...fixedHeaders, ...Object.entries(pageHeaders(page)).flat()]
      const encoded = (encoding: 'br' | 'gzip') => [
        ...common,
        'Content-Encoding',
        encoding,
        'Content-Length',
        String(page[encoding].length),
      ]
      headers = {
        br: encoded('br'),
        gzip: encoded('gzip'),
        plain: [...common, 'Content-Length', String(page.plain.length)],
        unchanged: common,
      }
      preparedHeaders.set(page, headers)
    }
    return headers
  }

  function sendFromCache(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !request.url) return false
    const mark = request.url.indexOf('?')
    const path = mark < 0 ? request.url : request.url.slice(0, mark)
    const page = cache.peek(path)
    if (!page) return false
    // Shells of private pages are kept under their pattern too, but only after a guard.
    const found = findPage(path)
    if (found?.page.access !== 'public' || (pageQueries[found.name] && mark >= 0)) return false
    if (found.page.visitorsOnly && request.headers.cookie?.includes(sessionCookie)) return false
    const headers = prepared(page)
    const requestId = nextRequestId()
    deps.metrics.cachedPages.inc()
    if (request.headers['if-none-match'] === page.etag)
      response.writeHead(304, [...headers.unchanged, 'X-Request-Id', requestId]).end()
    else {
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      response.writeHead(page.status, [...headers[encoding], 'X-Request-Id', requestId]).end(page[encoding])
    }
    return true
  }

  // Longer than a proxy keeps a connection, or it would use one that is just being closed.
  // A video on a slow link takes hours to send.
  const timeouts = { keepAliveTimeout: 75_000, headersTimeout: 60_000, requestTimeout: 6 * 60 * 60 * 1000 }
  return createServer(timeouts, (request, response) => {
    if (!isUpload(request.method ?? '', request.url?.split('?')[0] ?? '')) endSlowForms(request)
    if (sendFromCache(request, response)) return
    if (vite) vite.middlewares(request, response, () => throughApp(request, response))
    else void throughApp(request, response)
  })
}

const formPatienceMs = 30_000

/** A form that drips in byte by byte holds a connection for nothing. */
function endSlowForms(request: IncomingMessage): void {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  if (!hasBody) return
  // What is all here is no slow form, also where nobody reads it: the reply to an empty one may take its time.
  const patience = setTimeout(() => request.complete || request.destroy(), formPatienceMs)
  const over = () => clearTimeout(patience)
  request.once('end', over).once('close', over)
}

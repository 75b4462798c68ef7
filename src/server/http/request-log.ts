import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { errorStatus } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from './context.ts'

const node = randomBytes(4).toString('hex')
let served = 0

/** Unique in the installation, cheap, and says nothing about the person. */
export const nextRequestId = (): string => `${node}-${(served++).toString(36)}`

/** One line and one measurement per request, by route and never by address or query: those may name a person. */
export function logRequests(deps: Pick<Deps, 'log' | 'metrics'>): MiddlewareHandler<Env> {
  // None of these fields can hold anything personal, and to look for it costs more than the line.
  const log = deps.log.child({}, { redact: [] })
  return async (c, next) => {
    const began = performance.now()
    c.set('requestId', nextRequestId())
    c.env.outgoing.setHeader('X-Request-Id', c.var.requestId)
    await next()
    const ms = performance.now() - began
    const labels = { method: c.req.method, route: routePath(c), status: c.res.status }
    deps.metrics.requests.observe(labels, ms / 1000)
    const { errorCode } = c.var
    if (errorCode && errorStatus[errorCode] >= 500) deps.metrics.requestFailures.inc({ code: errorCode })
    const level = c.req.path.startsWith('/assets/') ? 'debug' : 'info'
    log[level]({ requestId: c.var.requestId, ...labels, ms: Math.round(ms * 10) / 10 }, 'request')
  }
}

import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { errorStatus } from '#shared/errors.ts'
import type { Env } from './guards.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(pool: pg.Pool) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'db_connections',
    help: 'Database connections of this node',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.025, 0.1, 0.5, 2, 10],
      registers,
    }),
    cachedPages: new Counter({ name: 'cached_pages_total', help: 'Public pages answered from memory', registers }),
    logins: new Counter({
      name: 'logins_total',
      help: 'Login attempts, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    requestFailures: new Counter({
      name: 'request_failures_total',
      help: 'Requests that failed through no fault of the person who made them, by code of the error',
      labelNames: ['code'],
      registers,
    }),
    jobFailures: new Counter({
      name: 'job_failures_total',
      help: 'Rounds of background jobs that failed on this node, by job',
      labelNames: ['job'],
      registers,
    }),
  }
}

const node = randomBytes(4).toString('hex')
let served = 0

/** Unique across nodes, cheap, and reveals nothing about the person. */
export const nextRequestId = (): string => `${node}-${(served++).toString(36)}`

/** Files that browsers fetch by the dozen with a page, and addresses that monitoring requests every few seconds. */
const routineRequests = /^\/(assets|files|healthz|readyz|metrics)(\/|$)|\.(png|svg|ico|webmanifest)$/

/** Writes one log line and one measurement per request, by route: an address or a query could name a person. */
export function logRequests(deps: Pick<Deps, 'log' | 'metrics'>): MiddlewareHandler<Env> {
  // None of these fields can contain personal data, and redaction would cost more than the line itself.
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
    // On a day with 5,000 members these would be more than half of the log.
    const level = labels.status < 400 && routineRequests.test(c.req.path) ? 'debug' : 'info'
    log[level]({ requestId: c.var.requestId, ...labels, ms: Math.round(ms * 10) / 10 }, 'request')
  }
}

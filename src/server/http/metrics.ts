import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type pg from 'pg'

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

import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { StorageAway } from '#server/network-errors.ts'
import { AppError } from '#shared/errors.ts'
import { errorResponse } from './errors.ts'
import type { Env } from './guards.ts'

const withCode = (code: string) => Object.assign(new Error('secret detail of row 7'), { code })
/** Node's own errors say what failed where, and contain nothing that anybody wrote. */
const nodeError = (code: string, more = {}) => Object.assign(new Error(`${code}: it failed`), { code, ...more })

// Shows operations-02
test('somebody who looks at a page is answered with one', async () => {
  const app = new Hono<Env>().onError((thrown, c) => errorResponse(thrown, c, createLog('silent')))
  app.get('/about', () => {
    throw new TypeError('secret detail')
  })
  const response = await app.request('/about', { headers: { accept: 'text/html,*/*' } })
  const page = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/html; charset=UTF-8'])
  expect(page).toContain('An unexpected error occurred')
  expect(page).not.toContain('secret')
})

// Shows operations-02
test.each([
  [new AppError('user-not-found'), 404, 'user-not-found'],
  [new AppError('login-stopped', { retryAfter: 60 }), 429, 'login-stopped'],
  [new HTTPException(400), 400, 'invalid-input'],
  [new HTTPException(413), 413, 'body-too-large'],
  [withCode('22021'), 400, 'invalid-input'],
  [new Error('Failed query', { cause: withCode('53300') }), 503, 'site-busy'],
  [withCode('57P01'), 503, 'database-away'],
  [nodeError('ECONNREFUSED'), 503, 'database-away'],
  [new Error('timeout exceeded when trying to connect'), 503, 'site-busy'],
  [nodeError('ENOENT', { syscall: 'connect' }), 503, 'database-away'],
  [nodeError('ETIMEDOUT'), 503, 'database-away'],
  [withCode('08003'), 503, 'database-away'],
  [new Error('Connection terminated unexpectedly'), 503, 'database-away'],
  [new Error('Query read timeout'), 503, 'database-away'],
  [new Error('Failed query', { cause: withCode('57014') }), 503, 'site-busy'],
  [withCode('55P03'), 503, 'site-busy'],
  [withCode('25P03'), 503, 'site-busy'],
  [withCode('40001'), 503, 'site-busy'],
  [withCode('40P01'), 503, 'site-busy'],
  [new Error('Failed query', { cause: withCode('53100') }), 503, 'disk-full'],
  [nodeError('ENOSPC'), 503, 'disk-full'],
  [nodeError('EDQUOT'), 503, 'disk-full'],
  [new Error('Failed query', { cause: withCode('25006') }), 503, 'read-only'],
  [nodeError('EROFS'), 503, 'read-only'],
  [new StorageAway(nodeError('ECONNREFUSED')), 503, 'storage-away'],
  [new Error('while drawing', { cause: new StorageAway(nodeError('ENOTFOUND')) }), 503, 'storage-away'],
  [new Error('while drawing', { cause: nodeError('voting-being-opened') }), 503, 'voting-being-opened'],
  [nodeError('ENOENT'), 500, 'unexpected'],
  [withCode('23505'), 500, 'unexpected'],
  [new TypeError('x is undefined'), 500, 'unexpected'],
])('%s is answered with %d %s', async (error, status, code) => {
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const app = new Hono<Env>()
    .get('/', () => {
      throw error
    })
    .onError((thrown, c) => errorResponse(thrown, c, log))
  const response = await app.request('/')
  const body = (await response.json()) as { code: string; message: string }
  expect([response.status, body.code]).toEqual([status, code])
  expect(JSON.stringify(body)).not.toMatch(/secret|undefined|stack/)
  // Bugs are logged, refusals are not, and no log line contains what the database says about a row.
  const isOutage = logged.join().includes('could not be served')
  expect(logged).toHaveLength(status === 500 || isOutage ? 1 : 0)
  if (['disk-full', 'read-only', 'storage-away'].includes(code)) expect(isOutage).toBe(true)
  expect(logged.join()).not.toContain('secret detail')
  if (status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  if (code === 'unexpected') expect(body.message).toBe('An unexpected error occurred')
  if (code === 'login-stopped') expect(response.headers.get('retry-after')).toBe('60')
})

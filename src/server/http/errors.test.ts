import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createLog } from '#server/log.ts'
import type { Env } from './context.ts'
import { errorResponse } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('secret detail of row 7'), { code })

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

// Shows operations-02, operations-05
test.each([
  [new AppError('user-not-found'), 404, 'user-not-found'],
  [new AppError('login-stopped', { retryAfter: 60 }), 429, 'login-stopped'],
  [new HTTPException(400), 400, 'invalid-input'],
  [new HTTPException(413), 413, 'body-too-large'],
  [withCode('22021'), 400, 'invalid-input'],
  [new Error('Failed query', { cause: withCode('53300') }), 503, 'site-busy'],
  [withCode('57P01'), 503, 'site-busy'],
  [withCode('ECONNREFUSED'), 503, 'site-busy'],
  [new Error('timeout exceeded when trying to connect'), 503, 'site-busy'],
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
  // Bugs are logged, refusals are not; and never with what the database said about a row.
  expect(logged).toHaveLength(status === 500 ? 1 : 0)
  expect(logged.join()).not.toContain('secret detail')
  if (code === 'unexpected') expect(body.message).toBe('An unexpected error occurred')
  if (code === 'login-stopped') expect(response.headers.get('retry-after')).toBe('60')
})

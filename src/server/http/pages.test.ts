import { Hono } from 'hono'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { AppError } from '#shared/errors.ts'
import { defaultSettings } from '#shared/settings.ts'
import type { Env } from './guards.ts'
import { createPageCache, pageRoutes } from './pages.ts'
import { createSessions } from './session.ts'

/**
 * Pages without a site: of news, cards and boards only the one named `known` exists, and a test decides when each is
 * rendered. Nobody is signed in, so no session is looked up.
 */
function somePages({ held = false } = {}) {
  const pool = new pg.Pool()
  const config = { secure: false, trustedProxy: undefined }
  const settings = async () => defaultSettings
  const deps = { pool, sessions: createSessions(pool), siteKey: '', log: createLog('silent'), config, settings }
  const cache = createPageCache({ clock: { now: () => 0 }, nextChange: async () => null })
  const drawn: string[] = []
  const waiting: (() => void)[] = []
  const render = async (url: string) => {
    drawn.push(url)
    if (held) await new Promise<void>((finish) => waiting.push(finish))
    return { status: url.includes(':id') || url === '/404' ? (404 as const) : (200 as const), html: `page ${url}` }
  }
  const isKnown = async (id: string) => id === 'known'
  const subjects = { news: isKnown, cardCheck: isKnown, earlierBoard: isKnown }
  const app = new Hono<Env>()
    .onError((error, c) => c.text(error.message, error instanceof AppError && error.code === 'site-busy' ? 503 : 500))
    .route('/', pageRoutes(deps, { renderer: { render, builtFiles: null, vite: null }, cache, subjects }))
  const get = (path: string, { from = '192.0.2.1', accepts = '' } = {}) =>
    app.request(path, { headers: { 'accept-encoding': accepts } }, { incoming: { socket: { remoteAddress: from } } })
  return { cache, drawn, waiting, get }
}

test('an address about something that is not there is answered by one page, drawn once and pushing none out', async () => {
  const { cache, drawn, get } = somePages()
  await get('/about')
  for (const [kind, page] of [
    ['news', '/404'],
    ['card', '/card/:id'],
    ['board', '/board/:id'],
  ]) {
    drawn.length = 0
    for (let n = 0; n < 250; n++) expect((await get(`/${kind}/unknown-${n}`)).status).toBe(404)
    expect(drawn).toEqual([page])
  }
  expect(cache.peek('/about')).not.toBe(null)
  expect(cache.peek('/news/unknown-249')).toBe(null)
})

test('what is there is drawn: news once, a card and a board for each visitor', async () => {
  const { drawn, get } = somePages()
  for (const path of ['/news/known', '/card/known', '/board/known'])
    for (let n = 0; n < 2; n++) expect([path, (await get(path)).status]).toEqual([path, 200])
  expect(drawn).toEqual(['/news/known', '/card/known', '/card/known', '/board/known', '/board/known'])
})

test('few are drawn at a time: a crowd waits its turn, too large a one is refused, and nobody else waits behind it', async () => {
  const { drawn, waiting, get } = somePages({ held: true })
  const crowd = Array.from({ length: 40 }, () => get('/card/known'))
  const refused = await Promise.race(crowd)
  expect(refused.status).toBe(503)
  const other = get('/board/known', { from: '198.51.100.7' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(drawn).toEqual(['/card/known', '/card/known'])
  const tasks = () => new Promise((resolve) => setImmediate(resolve))
  while (!drawn.includes('/board/known')) {
    waiting.shift()?.()
    await tasks()
  }
  expect(drawn.length).toBeLessThan(6)
  let most = 0
  let ended = false
  const statuses = Promise.all([...crowd, other]).finally(() => (ended = true))
  while (!ended) {
    most = Math.max(most, waiting.length)
    waiting.splice(0).forEach((finish) => finish())
    await tasks()
  }
  expect(most).toBe(2)
  const served = (await statuses).filter(({ status }) => status === 200)
  expect(served).toHaveLength(33)
})

test('a page with a query waits its turn like those, one without never', async () => {
  const { drawn, waiting, get } = somePages({ held: true })
  const crowd = Array.from({ length: 4 }, () => get('/card/known'))
  const refused = get('/reset-password?error=site-busy')
  const home = get('/')
  const tasks = () => new Promise((resolve) => setTimeout(resolve, 5))
  await tasks()
  expect(drawn.toSorted()).toEqual(['/', '/card/known', '/card/known'])
  let ended = false
  const all = Promise.all([...crowd, refused, home]).finally(() => (ended = true))
  while (!ended) {
    waiting.splice(0).forEach((finish) => finish())
    await tasks()
  }
  await all
})

test.each(['br', 'gzip', ''])(
  'a page that is drawn for one visitor is sent as it was asked for: %s',
  async (accepts) => {
    const { get } = somePages()
    const { headers } = await get('/card/known', { accepts })
    expect([headers.get('content-encoding') ?? '', headers.get('cache-control'), headers.get('vary')]).toEqual([
      accepts,
      'no-store',
      'Accept-Encoding',
    ])
  },
)

const closes = 1000

/** Pages that say whether the window is open; a test decides when each is rendered. */
function aCache() {
  let now = 0
  const drawing: (() => void)[] = []
  let drawn = 0
  const cache = createPageCache({ clock: { now: () => now }, nextChange: async () => (now < closes ? closes : null) })
  const render = async () => {
    const html = now < closes ? 'open' : 'closed'
    await new Promise<void>((resolve) => drawing.push(resolve))
    drawn++
    return { status: 200 as const, html }
  }
  return {
    cache,
    at: (instant: number) => (now = instant),
    read: async () => (await cache.get('/', render)).plain.toString(),
    /** Finishes every rendering that these reads wait for. */
    finish: async (...reads: Promise<string>[]) => {
      let done = false
      const answers = Promise.all(reads).finally(() => (done = true))
      while (!done) {
        await new Promise((resolve) => setImmediate(resolve))
        drawing.splice(0).forEach((draw) => draw())
      }
      return answers
    },
    count: () => drawn,
  }
}

test('a page is kept up to the instant at which it would say something else, and not over it', async () => {
  const { at, read, finish, count, cache } = aCache()
  at(closes - 2)
  const [first] = await finish(read())
  at(closes - 1)
  expect([first, await read(), count()]).toEqual(['open', 'open', 1])
  at(closes)
  expect(cache.peek('/')).toBe(null)
  const [after] = await finish(read())
  expect([after, await read(), count()]).toEqual(['closed', 'closed', 2])
})

test('whoever asks after that instant gets nothing that was being drawn before it', async () => {
  const { at, read, finish } = aCache()
  at(closes - 1)
  const early = read()
  await new Promise((resolve) => setImmediate(resolve))
  at(closes)
  const late = read()
  expect(await finish(early, late)).toEqual(['closed', 'closed'])
})

test('however many pages are asked for once, the one in use stays', async () => {
  const cache = createPageCache({ clock: { now: () => 0 }, nextChange: async () => null })
  const read = (key: string) => cache.get(key, async () => ({ status: 200, html: key }))
  await read('/')
  for (let n = 0; n < 500; n++) {
    await read(`/login?${n}`)
    if (n % 100 === 0) expect(cache.peek('/'), `after ${n}`).not.toBeNull()
  }
  expect(cache.peek('/login?0')).toBeNull()
})

test('a clock that is set back finds no page from the future', async () => {
  const { at, read, finish } = aCache()
  at(closes)
  await finish(read())
  at(closes - 1)
  const [back] = await finish(read())
  expect(back).toBe('open')
})

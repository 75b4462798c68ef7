import { expect, test } from 'vitest'
import { createPageCache } from './pages.ts'

const closes = 1000

/** Pages that say whether the window is open, drawn when told to. */
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
    /** Lets every drawing that these reads wait for come to its end. */
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

import { expect, test, vi } from 'vitest'
import { createProbe } from './probe.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('many who ask at once share one look, and it is kept for a while', async () => {
  let now = 0
  const probe = vi.fn(async () => 'seen')
  const ask = createProbe({ probe, fallback: 'no', timeoutMs: 1000, cacheMs: () => 2000, monotonic: () => now })
  expect(new Set(await Promise.all(Array.from({ length: 500 }, ask)))).toEqual(new Set(['seen']))
  now = 1999
  await ask()
  expect(probe).toHaveBeenCalledTimes(1)
  now = 2000
  await ask()
  expect(probe).toHaveBeenCalledTimes(2)
})

test('what hangs is told of within the limit, at once to whoever asks later, and never looked at twice', async () => {
  const held = Promise.withResolvers<string>()
  const probe = vi.fn(() => held.promise)
  const ask = createProbe({ probe, fallback: 'no reply', timeoutMs: 40, cacheMs: () => 1000 })
  expect(await ask()).toBe('no reply')
  const began = performance.now()
  expect(await ask()).toBe('no reply')
  expect(performance.now() - began).toBeLessThan(30)
  expect(probe).toHaveBeenCalledTimes(1)
  held.resolve('seen')
  await pause(1)
  expect(await ask()).toBe('seen')
  expect(probe).toHaveBeenCalledTimes(1)
})

test('a look that fails is kept for as long as its finding says', async () => {
  let now = 0
  const probe = vi.fn(async (): Promise<boolean> => Promise.reject(new Error('away')))
  const ask = createProbe({
    probe,
    fallback: false,
    timeoutMs: 50,
    cacheMs: (can) => (can ? 60 : 5),
    monotonic: () => now,
  })
  expect(await ask()).toBe(false)
  now = 4
  expect(await ask()).toBe(false)
  expect(probe).toHaveBeenCalledTimes(1)
  now = 5
  probe.mockImplementation(async () => true)
  expect(await ask()).toBe(true)
  now = 64
  await ask()
  expect(probe).toHaveBeenCalledTimes(2)
})

import { afterEach, expect, test, vi } from 'vitest'
import { sentenceFor } from '#shared/text.ts'
import { whyNoDownload } from './api.ts'

afterEach(() => void vi.unstubAllGlobals())

/** In the last minute of its hour a spent budget has as little time left as a download that is running. */
test.each(['too-many-downloads', 'download-running'] as const)('%s is told by its code, not its time', async (code) => {
  const headers = { 'error-code': code, 'retry-after': '30' }
  vi.stubGlobal('fetch', async () => new Response(null, { status: 429, headers }))
  expect(await whyNoDownload('7')).toBe(sentenceFor(code))
})

test('what can start, and what the browser reports itself, has no sentence', async () => {
  for (const reply of [async () => new Response(null), () => Promise.reject(new TypeError('no network'))]) {
    vi.stubGlobal('fetch', reply)
    expect(await whyNoDownload('7')).toBeNull()
  }
})

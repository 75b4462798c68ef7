import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { waitingLimits, withUnlinkedTempFile, type Sending } from './unlinked-temp-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unlinked-'))
  return () => rm(folder, { recursive: true })
})

async function* pieces(...sizes: number[]) {
  for (const [n, size] of sizes.entries()) yield Buffer.alloc(size, n + 1)
}
const sending = (stream: Sending['stream'], lane = 'hall'): Sending => ({
  stream,
  lane,
  maxBytes: 1000,
  tooLarge: 'image-too-large',
})

test('what is sent is read again as it was, any number of times, and has no name meanwhile', async () => {
  await withUnlinkedTempFile(folder, sending(pieces(3, 2)), async (file) => {
    expect(await readdir(folder)).toEqual([])
    expect(await file.inMemory((bytes) => [...bytes])).toEqual([1, 1, 1, 2, 2])
    expect([...(await buffer(file.stream()))]).toEqual([1, 1, 1, 2, 2])
    expect(await file.inMemory((bytes) => [...bytes])).toEqual([1, 1, 1, 2, 2])
  })
})

test('a file that is too large is refused at its first byte too many, in the caller’s words', async () => {
  const exact = withUnlinkedTempFile(folder, sending(pieces(500, 500)), (file) => file.inMemory(({ length }) => length))
  expect(await exact).toBe(1000)
  let sent = 0
  async function* endless() {
    for (;;) {
      sent += 1
      yield Buffer.alloc(100)
    }
  }
  const endlessly = withUnlinkedTempFile(folder, sending(endless()), async () => 'taken')
  await expect(endlessly).rejects.toMatchObject({ code: 'image-too-large' })
  expect(sent).toBe(11)
})

test('one is in memory at a time, and what they took is given back', async () => {
  let inside = 0
  let most = 0
  const read: Buffer[] = []
  const one = () =>
    withUnlinkedTempFile(folder, { ...sending(pieces(1_000_001)), maxBytes: 2_000_000 }, (file) =>
      file.inMemory(async (bytes) => {
        most = Math.max(most, ++inside)
        read.push(bytes)
        await readdir(folder)
        inside--
      }),
    )
  await Promise.all(Array.from({ length: 6 }, one))
  expect(most).toBe(1)
  expect(read.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 0])
})

test('a lane that is full leaves room for the others, and has room again when its files are gone', async () => {
  const limits = { ...waitingLimits, inAll: 300, perLane: 200 }
  const send = (lane: string, use = async () => 'taken') =>
    withUnlinkedTempFile(folder, sending(pieces(150), lane), use, limits)
  const answers = await send('hall', async () => {
    const hall = await send('hall').catch((error: { code: string }) => error.code)
    const home = await send('home', async () => {
      const third = await send('third').catch((error: { code: string }) => error.code)
      return `home taken, then ${third}`
    })
    return `${hall}, ${home}`
  })
  expect(answers).toBe('site-busy, home taken, then site-busy')
  expect(await send('hall')).toBe('taken')
})

test('who drips for too long loses the place, and whoever hung up too', async () => {
  const slow = withUnlinkedTempFile(folder, sending(pieces(1, 1)), async () => 'taken', {
    ...waitingLimits,
    maxSendMs: -1,
  })
  await expect(slow).rejects.toMatchObject({ code: 'site-busy' })
  const gone = withUnlinkedTempFile(folder, { ...sending(pieces(1)), signal: AbortSignal.abort() }, async () => 'taken')
  await expect(gone).rejects.toThrow(/abort/)
})

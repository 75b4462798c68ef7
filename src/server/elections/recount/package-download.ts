import { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type pg from 'pg'
import { take } from '#server/http/rate-limit.ts'

/** A slow reader costs little, for nothing is held for it but a piece; but not without end. */
const atOnce = 40
const atOnceFromOneNetwork = 4
/** A phone network that many share is one of these. */
const perDayFromOneNetwork = 60
/** Who takes nothing for so long has gone. */
const stalledMs = 60_000

const dayInSeconds = 24 * 60 * 60

/** Lets large files out, a few at a time, and gives everything back however a download ends. */
export function createDownloads(pool: pg.Pool) {
  const open = new Map<string, number>()
  let all = 0

  function enter(network: string): () => void {
    const mine = open.get(network) ?? 0
    if (all >= atOnce || mine >= atOnceFromOneNetwork) throw new AppError('site-busy', { retryAfter: 60 })
    open.set(network, mine + 1)
    all++
    return () => {
      all--
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    }
  }

  return {
    async start(network: string, bytes: AsyncIterable<Uint8Array | string>): Promise<ReadableStream> {
      const leave = enter(network)
      try {
        const budget = { key: `package ${network}`, limit: perDayFromOneNetwork, seconds: dayInSeconds }
        if (!(await take(pool, [budget]))) throw new AppError('too-many-packages')
      } catch (error) {
        leave()
        throw error
      }
      const stream = Readable.from(bytes, { objectMode: false })
      const stalled = setTimeout(() => stream.destroy(new Error('nobody takes the download')), stalledMs)
      stream.on('data', () => stalled.refresh())
      // Not on the end of the generator: one that nobody began to read never ends.
      stream.once('close', () => {
        clearTimeout(stalled)
        leave()
      })
      stream.pause()
      return Readable.toWeb(stream) as ReadableStream
    },
    /** How many are under way. */
    underWay: () => all,
  }
}

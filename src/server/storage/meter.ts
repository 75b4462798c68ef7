import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { AppError } from '#shared/errors.ts'

/** Passes bytes on, counts and hashes them, and stops at the first one too many. */
export function meter(maxBytes: number): { stream: Transform; result(): { size: number; sha256: string } } {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new AppError('body-too-large'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) }
}

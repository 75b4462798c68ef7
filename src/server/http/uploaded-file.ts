import type { Context } from 'hono'
import type { Env } from './context.ts'

/** Addresses that take files; they count bytes themselves, everything else is a form and small. */
export const takesFiles =
  /^\/api\/(uploads\/[^/]+|leader-photos|videos\/[^/]+\/poster|registration-files\/[^/]+|member-files\/[^/]+|candidate-documents|proxy-forms|member-imports)$/

/** A sender that falls silent for this long has gone: phones do not say goodbye. */
const silenceMs = 60_000

/**
 * The body as it comes in, from Node itself: the web's streams on top of it took half as much memory again. Node ends a
 * connection that is silent for too long, and with it the reading.
 */
export function sentFile({ env: { incoming }, req }: Context<Env>) {
  incoming.socket.setTimeout(silenceMs)
  // Waiting for one's turn after the last byte is not silence.
  incoming.once('end', () => incoming.socket.setTimeout(0))
  return {
    // A refused body must not take the connection with it, on which the refusal is sent.
    stream: incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
    announced: Number(req.header('content-length') ?? 0),
    signal: req.raw.signal,
  }
}

/** What the sender's phone called the file. A header carries plain letters only, so the name comes percent-encoded. */
export function sentName({ req }: Context<Env>): string {
  try {
    return decodeURIComponent(req.header('x-file-name') ?? '')
  } catch {
    return ''
  }
}

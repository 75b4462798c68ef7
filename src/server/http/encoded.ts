import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'

/** A body that is encoded once, in every encoding browsers accept, and sent many times. */
export interface EncodedBody {
  etag: string
  plain: Buffer
  gzip: Buffer
  br: Buffer
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export async function encodeBody(content: Buffer): Promise<EncodedBody> {
  const [br, zipped] = await Promise.all([
    compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    compressGzip(content, { level: 9 }),
  ])
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return { etag, plain: content, gzip: zipped, br }
}

/** For a body that is sent once: only in the requested encoding, and fast rather than as small as possible. */
export async function encodeOnce(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'plain') return content
  if (encoding === 'gzip') return compressGzip(content, { level: 4 })
  return compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

interface SendOptions {
  status?: 200 | 404
  /** For content that compression would not make smaller. */
  uncompressed?: boolean
}

/** Sends the body in the browser's encoding, or 304 if it has not changed. */
export function sendEncoded(
  c: Context,
  body: EncodedBody,
  { status = 200, uncompressed = false }: SendOptions = {},
): Response {
  c.header('ETag', body.etag)
  c.header('Vary', 'Accept-Encoding')
  if (status === 200 && c.req.header('if-none-match') === body.etag) return c.body(null, 304)
  const encoding = uncompressed ? 'plain' : chooseEncoding(c.req.header('accept-encoding'))
  if (encoding !== 'plain') c.header('Content-Encoding', encoding)
  return c.body(new Uint8Array(body[encoding]), status)
}

export type Encoding = 'br' | 'gzip' | 'plain'

export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'plain'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'plain'
}

interface SentFile {
  /** An ASCII name that the site chooses. */
  name: string
  type: string
  /** Open it in the browser, to be printed from there. */
  shown?: boolean
  cache?: string
}

/** Streams a file without ever holding it whole in memory. A HEAD request opens nothing. */
export async function sendStream(
  c: Context,
  { name, type, shown = false, cache = 'no-store' }: SentFile,
  open: () => AsyncIterable<string | Uint8Array> | Promise<AsyncIterable<string | Uint8Array>>,
): Promise<Response> {
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename="${name}"`,
    'Cache-Control': cache,
  }
  if (c.req.method === 'HEAD') return c.newResponse(null, { headers })
  const stream = Readable.from(await open(), { objectMode: false })
  return c.newResponse(Readable.toWeb(stream) as ReadableStream, { headers })
}

export const csvType = 'text/csv; charset=utf-8'

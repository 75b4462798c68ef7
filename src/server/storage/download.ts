import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { Deps } from '#server/deps.ts'
import { AppError, type ErrorBody } from '#shared/errors.ts'
import { errorText } from '#shared/text.ts'
import { contentDisposition, extensionOf } from './file-names.ts'
import type { ByteRange } from './storage.ts'

/** The columns of an upload that a download needs; the caller has checked that this person may have the file. */
interface StoredUpload {
  path: string
  mime: string
  size: number
  sha256: string | null
  originalName: string
}

interface SendOptions {
  download?: boolean
  cache: keyof typeof cacheControl
}

/** The types that browsers display without running anything. SVG can run scripts, so it is excluded. */
const displayable = /^(image\/(jpeg|png|webp|gif|avif)|video\/[\w.+-]+|application\/pdf)$/

/**
 * A browser may cache a private file, but must ask this server before showing it again. A file that is public today may
 * be for members tomorrow, so it is cached for minutes only.
 */
const cacheControl = {
  private: 'private, no-cache',
  'public for now': 'public, max-age=300',
  public: 'public, max-age=86400',
}

export async function sendStored(
  c: Context,
  deps: Pick<Deps, 'storage' | 'log'>,
  upload: StoredUpload,
  options: SendOptions,
): Promise<Response> {
  if (!upload.sha256) throw new AppError('not-found')
  const { size } = upload
  const etag = `"${upload.sha256}"`
  const headers = headersOf(upload, options, etag)
  if (etagMatches(c.req.header('If-None-Match'), etag)) {
    headers.delete('Content-Type')
    return c.newResponse(null, { status: 304, headers })
  }
  if (c.req.method === 'HEAD') {
    requireIntact(deps, upload, await deps.storage.stat(upload.path))
    headers.set('Content-Length', String(size))
    return c.newResponse(null, { headers })
  }
  const ifRange = c.req.header('If-Range')
  const range = ifRange === undefined || ifRange === etag ? parseRange(c.req.header('Range'), size) : null
  if (range === 'unsatisfiable') {
    const refusal: ErrorBody = { code: 'bad-range', message: errorText['bad-range'] }
    return c.json(refusal, 416, { 'Content-Range': `bytes */${size}` })
  }
  const found = await deps.storage.open(upload.path, range ?? undefined)
  if (found?.size !== size) found?.stream.destroy()
  const { stream } = requireIntact(deps, upload, found)
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : size))
  return c.newResponse(Readable.toWeb(stream) as ReadableStream, { status: range ? 206 : 200, headers })
}

function headersOf({ mime, originalName }: StoredUpload, { download, cache }: SendOptions, etag: string): Headers {
  const asAttachment = download || !displayable.test(mime)
  const name = originalName || `document.${extensionOf(mime)}`
  const headers = new Headers({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl[cache],
    'Content-Type': mime,
    'Content-Disposition': contentDisposition(asAttachment ? 'attachment' : 'inline', name),
    'X-Content-Type-Options': 'nosniff',
  })
  if (asAttachment) headers.set('Content-Security-Policy', 'sandbox')
  return headers
}

/** Treats a file that is missing or has the wrong length as not found, and logs it. */
function requireIntact<Found extends { size: number }>(
  { log }: Pick<Deps, 'log'>,
  { path, size }: StoredUpload,
  found: Found | null,
): Found {
  if (found?.size === size) return found
  log.error({ path, size, found: found?.size }, 'a stored file is missing or damaged')
  throw new AppError('not-found')
}

function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/**
 * One range of a `Range` header, clipped to the file. Null means the whole file: RFC 9110 allows that for several
 * ranges and requires it for an unreadable header.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

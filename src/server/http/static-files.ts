import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './context.ts'
import { chooseEncoding, encodeBody, type EncodedBody } from './encoded.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const alreadyCompressed = new Set(['.png', '.webp', '.avif', '.woff2'])

/** The built files, by the exact address each has; an address that is not in the list is not looked for on the disk. */
export async function staticFiles(folder: string): Promise<MiddlewareHandler<Env>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
  const files = new Map<string, Promise<EncodedBody> | null>(names.map((name) => [name, null]))

  return async (c, next) => {
    const { path } = c.req
    if (!files.has(path) || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next()
    let file = files.get(path)
    if (!file) {
      file = readFile(join(folder, path)).then(encodeBody)
      files.set(path, file)
      file.catch(() => files.set(path, null))
    }
    const body = await file
    const extension = extname(path)
    c.header('Content-Type', types[extension] ?? 'application/octet-stream')
    c.header('Cache-Control', keptFor(path))
    c.header('ETag', body.etag)
    if (c.req.header('if-none-match') === body.etag) return c.body(null, 304)
    const encoding = alreadyCompressed.has(extension) ? 'plain' : chooseEncoding(c.req.header('accept-encoding'))
    c.header('Vary', 'Accept-Encoding')
    if (encoding !== 'plain') c.header('Content-Encoding', encoding)
    return c.body(new Uint8Array(body[encoding]))
  }
}

/** Names under /assets carry a hash of the content, so they never change. A worker that browsers kept would outlive an update. */
function keptFor(path: string): string {
  if (path === '/service-worker.js') return 'no-cache'
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'
}

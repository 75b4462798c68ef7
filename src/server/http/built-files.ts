import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import { projectRoot } from '#server/config.ts'
import { AppError } from '#shared/errors.ts'
import { encodeBody, sendEncoded, type EncodedBody } from './encoded.ts'
import { anyoneMay, type Env } from './guards.ts'

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

/** Serves the built files by exact address; an address that is not in the list is not looked up on the disk. */
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
    c.header('Cache-Control', cacheControlFor(path))
    return sendEncoded(c, body, { uncompressed: alreadyCompressed.has(extension) })
  }
}

/** Names under /assets contain a hash of the content, so they never change. The service worker must stay current. */
function cacheControlFor(path: string): string {
  if (path === '/service-worker.js') return 'no-cache'
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'
}

const verifierFile = join(projectRoot, 'dist/verifier.html')

/** SHA-256 of the verifier that this site serves; people compare it with that of the released one. */
export const verifierHash = async (): Promise<string> =>
  createHash('sha256')
    .update(await readFile(verifierFile))
    .digest('hex')

/**
 * Serves the verifier as a single file, which also opens from a USB stick. Its inline scripts are allowed by their
 * hash, and it has no network access.
 */
export function verifierRoutes(file = verifierFile) {
  let read: ReturnType<typeof readPage> | null = null
  return new Hono<Env>().get('/verifier.html', anyoneMay('read public pages'), async (c) => {
    read ??= readPage(file)
    const { body, policy } = await read.catch(() => {
      read = null
      throw new AppError('not-found')
    })
    c.header('Content-Type', 'text/html; charset=utf-8')
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    return sendEncoded(c, body)
  })
}

async function readPage(file: string) {
  const html = await readFile(file, 'utf8')
  return { body: await encodeBody(Buffer.from(html)), policy: policyFor(html) }
}

function policyFor(html: string): string {
  const hashes = (tag: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return [
    "default-src 'none'",
    ['script-src', ...hashes('script')].join(' '),
    ['style-src', ...hashes('style')].join(' '),
    'img-src data:',
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

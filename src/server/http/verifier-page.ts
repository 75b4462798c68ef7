import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { AppError } from '#shared/errors.ts'
import { projectRoot } from '#server/config.ts'
import type { Env } from './context.ts'
import { chooseEncoding, encodeBody, type EncodedBody } from './encoded.ts'
import { anyoneMay } from './guards.ts'

interface VerifierPage {
  body: EncodedBody
  policy: string
}

/**
 * The verifier in one file, as it also opens from a USB stick: its scripts stand in the page, so they are allowed by their hashes,
 * and it can reach no network with what it is given.
 */
export function verifierRoutes(file = join(projectRoot, 'dist/verifier.html')) {
  let read: Promise<VerifierPage> | null = null
  return new Hono<Env>().get('/verifier.html', anyoneMay('read public pages'), async (c) => {
    read ??= readPage(file)
    const { body, policy } = await read.catch(() => {
      read = null
      throw new AppError('not-found')
    })
    c.header('Content-Type', 'text/html; charset=utf-8')
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Encoding')
    c.header('ETag', body.etag)
    if (c.req.header('if-none-match') === body.etag) return c.body(null, 304)
    const encoding = chooseEncoding(c.req.header('accept-encoding'))
    if (encoding !== 'plain') c.header('Content-Encoding', encoding)
    return c.body(new Uint8Array(body[encoding]))
  })
}

async function readPage(file: string): Promise<VerifierPage> {
  const html = await readFile(file, 'utf8')
  return { body: await encodeBody(Buffer.from(html)), policy: policyFor(html) }
}

export function policyFor(html: string): string {
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

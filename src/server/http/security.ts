import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { playerOrigins } from '#shared/content/video-links.ts'
import { AppError } from '#shared/errors.ts'
import type { Env } from './guards.ts'

/** In development, Vite puts styles into the page and reloads it through a socket. */
const contentSecurityPolicy = (development: boolean) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `frame-src ${playerOrigins.join(' ')}`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Sent with every reply. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(config.development),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    // Without subdomains: a site at example.org does not decide for webmail.example.org.
    ...(config.secure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a change requested by another website's page. Browsers send the origin with every such request. A request
 * without an origin is refused too, because a cookie could still come with it.
 */
export function sameOriginOnly({ config, log }: { config: Config; log: Log }): MiddlewareHandler<Env> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    if (readOnly.has(c.req.method) || isOurs(config, origin, c.req.header('host'))) return next()
    if (!config.publicUrlGiven) throw new AppError('wrong-origin')
    // Usually this is no attack: people reach the site by another name, where every login fails.
    const { publicUrl } = config
    log.warn(
      { publicUrl, origin: origin?.slice(0, longestOrigin) },
      'a request came from another address than PUBLIC_URL',
    )
    throw new AppError('other-address', { values: { address: publicUrl } })
  }
}

/** For the log, because a client may send an origin of any length. */
const longestOrigin = 300

/** If no public address is configured, the address that the person typed is the site's own. */
function isOurs(
  config: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const from = new URL(origin)
  return config.publicUrlGiven ? from.origin === new URL(config.publicUrl).origin : from.host === host
}

import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config.ts'
import { playerOrigins } from '#shared/content/video-links.ts'
import { AppError } from '#shared/errors.ts'
import type { Env } from './guards.ts'

/** While developing, Vite puts styles into the page and tells it to reload through a socket. */
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

/** On every answer, whatever made it. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(config.development),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    ...(config.secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a change that another website's page asked for. Browsers name the origin on every such request; one that names
 * none is refused as well, for a cookie could still travel with it.
 */
export function sameOriginOnly(config: Config): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!readOnly.has(c.req.method) && !isOurs(config, c.req.header('origin'), c.req.header('host')))
      throw new AppError('wrong-origin')
    await next()
  }
}

/** Without a configured public address, the address the person typed is the site's own. */
function isOurs(
  config: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const from = new URL(origin)
  return config.publicUrlGiven ? from.origin === new URL(config.publicUrl).origin : from.host === host
}

import { isIP } from 'node:net'
import { Hono, type Context } from 'hono'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import { notReadyText } from '#shared/operations/status/text.ts'
import { plainAddress } from './address.ts'
import { anyoneMay, type Env } from './guards.ts'

/** For the person or program that monitors the server. */
export function operationRoutes(deps: Deps, isStopping: () => boolean) {
  const visitors = anyoneMay('read public pages')
  return new Hono<Env>()
    .get('/healthz', visitors, (c) => c.text('ok'))
    .get('/readyz', visitors, async (c) => {
      if (isStopping()) return c.text(notReadyText.stopping, 503)
      return readiness(c, await deps.health.whyNotReady())
    })
    .get('/readyz/read', visitors, async (c) => {
      if (isStopping()) return c.text(notReadyText.stopping, 503)
      return readiness(c, await deps.health.whyCannotRead())
    })
    .get('/metrics', visitors, async (c) => {
      if (!isLocal(deps.config, c)) throw new AppError('not-found')
      return c.body(await deps.metrics.registry.metrics(), 200, { 'Content-Type': deps.metrics.registry.contentType })
    })
}

const readiness = (c: Context<Env>, reasons: readonly string[]) =>
  reasons.length === 0 ? c.text('ready') : c.text(reasons.join('\n'), 503)

/** True if the request comes from this machine and not through a proxy. */
function isLocal(config: Config, c: Context<Env>): boolean {
  const address = plainAddress(c.env.incoming.socket.remoteAddress ?? '')
  const loopback = address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
  return (
    loopback &&
    !['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', config.trustedProxy?.header ?? 'via'].some(
      (name) => c.req.header(name) !== undefined,
    )
  )
}

/** Robots may read the public pages, and nothing behind a login. */
export function searchEngineRoutes(deps: Pick<Deps, 'config'>) {
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /admin',
    'Disallow: /member',
    `Sitemap: ${deps.config.publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  return new Hono<Env>().get('/robots.txt', anyoneMay('read public pages'), (c) =>
    c.text(robots, 200, { 'Cache-Control': 'public, max-age=86400' }),
  )
}

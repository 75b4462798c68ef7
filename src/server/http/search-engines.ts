import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { Env } from './context.ts'
import { anyoneMay } from './guards.ts'

/** What robots ask for first: they may read the public pages, and nothing behind a login. */
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

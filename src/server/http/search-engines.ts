import { Hono } from 'hono'
import { isListed, pages } from '#shared/pages.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from './context.ts'
import { anyoneMay } from './guards.ts'

const listed = Object.values(pages).filter(({ path }) => isListed(path))

/** What search engines ask for: the public pages, and nothing behind a login. */
export function searchEngineRoutes(deps: Pick<Deps, 'config'>) {
  const visitors = anyoneMay('read public pages')
  const { publicUrl } = deps.config
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed.map(({ path }) => `<url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
  ].join('\n')
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /admin',
    'Disallow: /member',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const forADay = 'public, max-age=86400'
  return new Hono<Env>()
    .get('/sitemap.xml', visitors, (c) =>
      c.body(sitemap, 200, { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': forADay }),
    )
    .get('/robots.txt', visitors, (c) => c.text(robots, 200, { 'Cache-Control': forADay }))
}

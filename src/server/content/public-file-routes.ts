import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { addressOf, laneOf } from '#server/http/address.ts'
import { params, byId } from '#server/http/body.ts'
import { anyoneMay, whoIs, type Env } from '#server/http/guards.ts'
import { sendStored } from '#server/storage/download.ts'
import { logoFile } from '#server/storage/emblem.ts'
import { AppError } from '#shared/errors.ts'
import { logoAddress, logoFiles, type LogoFile } from '#shared/logo.ts'
import { pages, withNext, isListed } from '#shared/pages.ts'
import type { Settings } from '#shared/settings.ts'
import { openDocument, sharePicture } from './announcement-files.ts'
import { publicTextAddresses } from './read-links.ts'

const bySlug = z.object({ slug: z.string() })
const byLogo = z.object({ id: z.uuid(), file: z.enum(logoFiles) })

/** Files that depend on content. Outside the API, which robots are told to leave alone. */
export function publicFileRoutes(deps: Deps) {
  const visitors = anyoneMay('read public pages')
  return new Hono<Env>()
    .get('/manifest.webmanifest', visitors, async (c) =>
      c.body(JSON.stringify(webManifest(await deps.settings())), 200, {
        'Content-Type': 'application/manifest+json',
        'Cache-Control': 'no-cache',
      }),
    )
    .get('/sitemap.xml', visitors, async (c) =>
      c.body(await sitemap(deps), 200, {
        'Content-Type': 'application/xml; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
      }),
    )
    .get('/documents/:slug', visitors, params(bySlug), async (c) => {
      const file = await openDocument(deps, c.req.valid('param').slug, () => whoIs(deps, c))
      // After the login it can be found where it is listed.
      if (!file) return c.redirect(withNext(pages.login.path, pages.announcements.path))
      return sendStored(c, deps, file, { download: false, cache: 'private' })
    })
    .get('/logo/:id/:file', visitors, params(byLogo), async (c) => {
      const { id, file } = c.req.valid('param')
      if ((await deps.settings()).logo !== id) throw new AppError('not-found')
      const turn = { lane: laneOf(addressOf(deps.config, c)), signal: c.req.raw.signal }
      return c.body(new Uint8Array(await logoFile(deps, id, file, turn)), 200, {
        'Content-Type': file.endsWith('.webp') ? 'image/webp' : 'image/png',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    })
    .get('/share/:id/preview.jpg', visitors, params(byId), async (c) => {
      const turn = { lane: laneOf(addressOf(deps.config, c)), signal: c.req.raw.signal }
      const picture = await sharePicture(deps, c.req.valid('param').id, turn)
      return c.body(new Uint8Array(picture), 200, {
        'Content-Type': 'image/jpeg',
        'Cache-Control': 'public, max-age=3600',
      })
    })
}

const icon = (logo: string, file: LogoFile, side: number, purpose: 'any' | 'maskable') => ({
  src: logoAddress(logo, file, `/${file}`),
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** How a phone puts the site on its home screen. */
const webManifest = ({ name, shortName, logo }: Pick<Settings, 'name' | 'shortName' | 'logo'>) => ({
  id: '/',
  name,
  short_name: shortName,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf8f3',
  theme_color: '#0b1f3a',
  icons: [
    icon(logo, 'icon-192.png', 192, 'any'),
    icon(logo, 'icon-512.png', 512, 'any'),
    icon(logo, 'icon-maskable-192.png', 192, 'maskable'),
    icon(logo, 'icon-maskable-512.png', 512, 'maskable'),
  ],
})

/** Pages with an id are listed by what exists. */
const fixed = Object.values(pages).flatMap(({ path }): string[] =>
  isListed(path) && !path.includes(':') ? [path] : [],
)

/** What search engines may list: public pages and public announcements. */
async function sitemap(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<string> {
  const paths = [...fixed, ...(await publicTextAddresses(deps))]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${deps.config.publicUrl}${path}</loc></url>`),
    '</urlset>',
  ].join('\n')
}

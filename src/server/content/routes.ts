import { Hono } from 'hono'
import { z } from 'zod'
import { defaultHome } from '#shared/content/defaults.ts'
import type { Deps } from '#server/deps.ts'
import { query } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay } from '#server/http/guards.ts'
import { findLinks, findPageContent } from './queries.ts'

/** The sections a visitor sees on the home page; the other two are for members. */
const publicSection = z.object({ section: z.enum(['Whats New', 'Events']) })

export function contentRoutes(deps: Deps) {
  const visitors = anyoneMay('read public pages')
  return new Hono<Env>()
    .get('/site', visitors, async (c) => {
      const {
        name,
        shortName,
        tagline,
        socialUrl,
        contactEmail,
        contactPhone,
        walletName,
        walletAccount,
        registrationFee,
        registrationCloses,
      } = await deps.settings()
      const registrationOpen = deps.clock.now() < registrationCloses
      return c.json({
        name,
        shortName,
        tagline,
        socialUrl,
        contactEmail,
        contactPhone,
        walletName,
        walletAccount,
        registrationFee,
        registrationOpen,
      })
    })
    .get('/pages/home', visitors, async (c) => {
      const stored = await findPageContent(deps.db, 'home')
      const content = {
        title: stored?.content.title || defaultHome.title,
        content: stored?.content.content || defaultHome.content,
      }
      return c.json({ page: 'home' as const, content })
    })
    .get('/links', visitors, query(publicSection), async (c) =>
      c.json({ links: await findLinks(deps.db, c.req.valid('query').section) }),
    )
}

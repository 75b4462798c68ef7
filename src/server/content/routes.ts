import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, params, query, takesFile, uploadedFile, uploadedName, byId } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { publicSections } from '#shared/content/defaults.ts'
import {
  editLeaderSchema,
  editLinkSchema,
  leaderGroups,
  leaderSchema,
  linkSchema,
  orderSchema,
  saveAboutSchema,
  saveHomeSchema,
  versionRule,
  addVideoSchema,
  renameVideoSchema,
  startVideoSchema,
  videoPages,
} from '#shared/content/schemas.ts'
import { refuseIf } from '#shared/errors.ts'
import { duesPlanSchema } from '#shared/members/dues/plan.ts'
import { settingsSchema } from '#shared/settings.ts'
import { receiveAnnouncementPicture, receiveTextDocument, receiveTextPicture } from './announcement-files.ts'
import { addLeader, deleteLeader, editLeader, orderLeaders, readLeaders, receiveLeaderPhoto } from './edit-leaders.ts'
import { addLink, deleteLink, editLink } from './edit-links.ts'
import { readPage, readPageVersions, savePage } from './edit-page.ts'
import { deleteVideo, orderVideos, readVideos, renameVideo, addVideo, setPoster } from './edit-videos.ts'
import { eventFile } from './events.ts'
import { receiveLogo } from './logo.ts'
import { readLink, readLinks, readLinksForEditing, readEntry } from './read-links.ts'
import {
  readDuesPlan,
  readSettingsForEditing,
  savePlan,
  saveSettings,
  describeSite,
  drawWalletCode,
} from './settings.ts'
import { checkUpload, receiveVideo, startVideo } from './video-upload.ts'

const publicSection = z.object({ section: z.enum(publicSections) })
const bySlug = z.object({ slug: z.string() })
const ofText = z.object({ of: z.enum(['announcements', 'pages']).default('announcements') })
const editablePage = z.object({ page: z.enum(['home', 'about']) })
/** The administrator confirmed a question. */
const confirmed = z.boolean().optional()
const saveSettingsSchema = z.object({ settings: settingsSchema, version: versionRule, confirmed })
const savePlanSchema = z.object({ plan: duesPlanSchema.nullable(), version: versionRule, confirmed })
const leaderOrderSchema = orderSchema.extend({ group: z.enum(leaderGroups) })

export function contentRoutes(deps: Deps) {
  const visitors = anyoneMay('read public pages')
  const pageEditors = requireMay(deps, 'edit pages')
  const linkEditors = requireMay(deps, 'edit links')
  const leaderEditors = requireMay(deps, 'edit leadership')
  const settingsEditors = requireMay(deps, 'edit settings')
  const duesEditors = requireMay(deps, 'set dues')
  return new Hono<Env>()
    .get('/site', visitors, async (c) => c.json(await describeSite(deps)))
    .get('/wallet-code', visitors, async (c) => sendWalletCode(c, await drawWalletCode(deps)))

    .get('/pages/home', visitors, async (c) => c.json(await readPage(deps.db, 'home')))
    .get('/pages/about', visitors, async (c) => c.json(await readPage(deps.db, 'about')))
    .put('/pages/home', pageEditors, body(saveHomeSchema), async (c) =>
      c.json(await savePage(deps, c.var.person, 'home', c.req.valid('json'))),
    )
    .put('/pages/about', pageEditors, body(saveAboutSchema), async (c) =>
      c.json(await savePage(deps, c.var.person, 'about', c.req.valid('json'))),
    )
    .get('/pages/:page/versions', pageEditors, params(editablePage), async (c) =>
      c.json(await readPageVersions(deps.db, c.req.valid('param').page)),
    )

    .get('/links', visitors, query(publicSection), async (c) =>
      c.json(await readLinks(deps, c.req.valid('query').section)),
    )
    .get('/announcements', requireMay(deps, 'read announcements'), async (c) => c.json(await readLinks(deps)))
    .get('/news/:slug', visitors, params(bySlug), async (c) =>
      c.json(await readEntry(deps, c.req.valid('param').slug, 'everybody')),
    )
    .get('/announcements/:slug', requireMay(deps, 'read announcements'), params(bySlug), async (c) =>
      c.json(await readEntry(deps, c.req.valid('param').slug, 'members')),
    )
    .get('/links/editing', linkEditors, async (c) => c.json(await readLinksForEditing(deps)))
    .get('/links/:id/editing', linkEditors, params(byId), async (c) =>
      c.json(await readLink(deps, c.req.valid('param').id)),
    )
    .put('/announcement-documents', linkEditors, takesFile, query(ofText), async (c) => {
      const sent = { ...uploadedFile(c), name: uploadedName(c) }
      return c.json(await receiveTextDocument(deps, c.var.person, c.req.valid('query').of, sent), 201)
    })
    .put('/text-pictures', linkEditors, takesFile, query(ofText), async (c) =>
      c.json(await receiveTextPicture(deps, c.var.person, c.req.valid('query').of, uploadedFile(c)), 201),
    )
    .put('/announcement-pictures', linkEditors, takesFile, async (c) =>
      c.json(await receiveAnnouncementPicture(deps, c.var.person, uploadedFile(c)), 201),
    )
    .get('/events/:id/event.ics', visitors, params(byId), async (c) =>
      c.body(await eventFile(deps, c.req.valid('param').id), 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="event.ics"',
      }),
    )
    .post('/links', linkEditors, body(linkSchema), async (c) =>
      c.json(await addLink(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/links/:id', linkEditors, params(byId), body(editLinkSchema), async (c) =>
      c.json(await editLink(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
    .delete('/links/:id', linkEditors, params(byId), async (c) => {
      await deleteLink(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })

    .get('/leaders', visitors, async (c) => c.json(await readLeaders(deps.db)))
    .post('/leaders', leaderEditors, body(leaderSchema), async (c) =>
      c.json(await addLeader(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/leaders/order', leaderEditors, body(leaderOrderSchema), async (c) => {
      const { group, ids } = c.req.valid('json')
      return c.json(await orderLeaders(deps, c.var.person, group, ids))
    })
    .put('/leaders/:id', leaderEditors, params(byId), body(editLeaderSchema), async (c) =>
      c.json(await editLeader(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
    .delete('/leaders/:id', leaderEditors, params(byId), async (c) =>
      c.json(await deleteLeader(deps, c.var.person, c.req.valid('param').id)),
    )
    .put('/leader-photos', leaderEditors, takesFile, async (c) =>
      c.json(await receiveLeaderPhoto(deps, c.var.person, uploadedFile(c)), 201),
    )

    .put('/logos', settingsEditors, takesFile, async (c) =>
      c.json(await receiveLogo(deps, c.var.person, uploadedFile(c)), 201),
    )
    .get('/settings', settingsEditors, async (c) => c.json(await readSettingsForEditing(deps)))
    .put('/settings', settingsEditors, body(saveSettingsSchema), async (c) =>
      c.json(await saveSettings(deps, c.var.person, c.req.valid('json'))),
    )
    .get('/dues-plan', duesEditors, async (c) => c.json(await readDuesPlan(deps)))
    .put('/dues-plan', duesEditors, body(savePlanSchema), async (c) =>
      c.json(await savePlan(deps, c.var.person, c.req.valid('json'))),
    )
    .put('/dues-pictures', duesEditors, takesFile, async (c) =>
      c.json(await receiveLogo(deps, c.var.person, uploadedFile(c)), 201),
    )
}

/** Never cached: nobody may pay into an outdated account. */
const sendWalletCode = (c: Context, svg: string) =>
  c.body(svg, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
const byPage = z.object({ page: z.enum(videoPages) })
const videoOrderSchema = orderSchema.extend({ page: z.enum(videoPages) })
const signed = z.object({ expires: z.coerce.number().int().min(0), signature: z.string().max(100) })

export function videoRoutes(deps: Deps) {
  const editors = requireMay(deps, 'edit videos')
  return new Hono<Env>()
    .get('/videos', anyoneMay('read public pages'), query(byPage), async (c) =>
      c.json(await readVideos(deps.db, c.req.valid('query').page)),
    )
    .post('/videos/uploads', editors, body(startVideoSchema), async (c) =>
      c.json(await startVideo(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/uploads/:id', editors, takesFile, params(byId), query(signed), async (c) => {
      const { id } = c.req.valid('param')
      refuseIf(checkUpload(deps.siteKey, { id, ...c.req.valid('query') }, deps.clock.now()))
      return c.json(await receiveVideo(deps, c.var.person, id, uploadedFile(c)))
    })
    .post('/videos', editors, body(addVideoSchema), async (c) =>
      c.json(await addVideo(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/videos/order', editors, body(videoOrderSchema), async (c) => {
      const { page, ids } = c.req.valid('json')
      return c.json(await orderVideos(deps, c.var.person, page, ids))
    })
    .put('/videos/:id', editors, params(byId), body(renameVideoSchema), async (c) =>
      c.json(await renameVideo(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').title)),
    )
    .put('/videos/:id/poster', editors, takesFile, params(byId), async (c) =>
      c.json(await setPoster(deps, c.var.person, c.req.valid('param').id, uploadedFile(c))),
    )
    .delete('/videos/:id', editors, params(byId), async (c) => {
      await deleteVideo(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
}

import { Hono } from 'hono'
import { z } from 'zod'
import {
  addVideoSchema,
  orderSchema,
  renameVideoSchema,
  startVideoSchema,
  videoPages,
} from '#shared/content/schemas.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { body, params, query, takesFile, uploadedFile } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { checkUpload, receiveVideo, startVideo } from './video-upload.ts'
import { addVideo } from './add-video.ts'
import { deleteVideo, orderVideos, readVideos, renameVideo } from './edit-videos.ts'
import { setPoster } from './video-poster.ts'

const byId = z.object({ id: z.uuid() })
const byPage = z.object({ page: z.enum(videoPages) })
const videoOrderSchema = orderSchema.extend({ page: z.enum(videoPages) })
const signed = z.object({ expires: z.coerce.number().int().min(0), signature: z.string().max(100) })

/** The videos of the featured stories and of the about page. */
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
      const refusal = checkUpload(deps.siteKey, { id, ...c.req.valid('query') }, deps.clock.now())
      if (refusal) throw new AppError(refusal)
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

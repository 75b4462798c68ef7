import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { body, params, query, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { searchSchema } from '#server/members/listing/search.ts'
import { sendStored } from '#server/storage/download.ts'
import { nominateSchema, nomineeStatusSchema } from '#shared/elections/nomination/nomination.ts'
import { documentOfNominee, photoOfNominee, smallPhoto } from './files.ts'
import { deleteNominee, readNominees, setNomineeStatus } from './manage.ts'
import { nominate } from './nominate.ts'
import { searchNominatable } from './search.ts'

export function nominationRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/elections/:id/nominees', requireMay(deps, 'read results'), params(byId), async (c) =>
      c.json(await readNominees(deps, c.var.person, c.req.valid('param').id)),
    )
    .get('/elections/:id/nominatable', requireMay(deps, 'nominate'), params(byId), query(searchSchema), async (c) =>
      c.json(await searchNominatable(deps, c.var.person, c.req.valid('param').id, c.req.valid('query').q)),
    )
    .post('/elections/:id/nominations', requireMay(deps, 'nominate'), params(byId), body(nominateSchema), async (c) =>
      c.json(await nominate(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').idNumbers), 201),
    )
    .put(
      '/nominees/:id/status',
      requireMay(deps, 'manage nominees'),
      params(byId),
      body(nomineeStatusSchema),
      async (c) => {
        await setNomineeStatus(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))
        return c.json({ ok: true })
      },
    )
    .get('/nominees/:id/photo', requireMay(deps, 'read results'), params(byId), async (c) => {
      const photo = await photoOfNominee(deps, c.var.person, c.req.valid('param').id)
      const headers = { ETag: `"${photo.sha256.slice(0, 22)}"`, 'Cache-Control': 'private, max-age=3600' }
      if (c.req.header('If-None-Match') === headers.ETag) return c.body(null, 304, headers)
      return c.body(new Uint8Array(await smallPhoto(deps, photo)), 200, { 'Content-Type': 'image/webp', ...headers })
    })
    .get('/nominees/:id/document', requireMay(deps, 'read results'), params(byId), async (c) => {
      const file = await documentOfNominee(deps, c.var.person, c.req.valid('param').id)
      // Stored as it was sent, so it is downloaded, never displayed as a page of this site.
      return sendStored(c, deps, file, { download: !file.mime.startsWith('image/'), cache: 'private' })
    })
    .delete('/nominees/:id', requireMay(deps, 'delete own nominations'), params(byId), async (c) => {
      await deleteNominee(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
}

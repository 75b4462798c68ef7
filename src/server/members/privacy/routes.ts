import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, params, query, takesFile, uploadedFile, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { contentDisposition } from '#server/storage/file-names.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import {
  privacyAnswerSchema,
  privacyRequestSchema,
  privacyRequestsQuerySchema,
} from '#shared/members/privacy/privacy.ts'
import { changeFormSchema } from '#shared/members/profile/profile.ts'
import { answerRequest } from './answer-request.ts'
import { downloadData } from './download-data.ts'
import { overviewOf } from './held-data.ts'
import { makeRequest, askChange, receiveChangeFile, takeBack } from './make-request.ts'
import { listRequests, requestsOf } from './queries.ts'

export function privacyRoutes(deps: Deps) {
  const own = requireMay(deps, 'read own profile')
  const asks = requireMay(deps, 'ask for changes')
  const handler = requireMay(deps, 'handle privacy requests')
  const now = () => deps.clock.now()
  return new Hono<Env>()
    .get('/members/:id/data.zip', own, params(byId), async (c) => {
      const { name, check, stream } = await downloadData(deps, c.var.person, c.req.valid('param').id)
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': contentDisposition('attachment', name),
        'Cache-Control': 'no-store',
      }
      // A HEAD request reads nothing, so nobody would close what was opened for it.
      if (c.req.method === 'HEAD') {
        await check()
        return c.newResponse(null, { headers })
      }
      return c.newResponse(Readable.toWeb(await stream()) as ReadableStream, { headers })
    })
    .get('/my-data', own, async (c) => c.json(await overviewOf(deps, c.var.person.id)))
    .get('/privacy-requests/own', own, async (c) =>
      c.json({ requests: await requestsOf(deps.db, c.var.person.id, now()) }),
    )
    .get('/privacy-requests', handler, query(privacyRequestsQuerySchema), async (c) =>
      c.json(await listRequests(deps.db, c.req.valid('query'), now())),
    )
    .post('/privacy-requests', own, body(privacyRequestSchema), async (c) =>
      c.json(await makeRequest(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/change-files/:kind', asks, takesFile, params(z.object({ kind: z.enum(memberFileKinds) })), async (c) =>
      c.json(await receiveChangeFile(deps, c.var.person, c.req.valid('param').kind, uploadedFile(c)), 201),
    )
    .post('/privacy-requests/changes', asks, body(changeFormSchema), async (c) =>
      c.json(await askChange(deps, c.var.person, c.req.valid('json')), 201),
    )
    .post('/privacy-requests/:id/withdrawal', own, params(byId), async (c) => {
      await takeBack(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post('/privacy-requests/:id/answer', handler, params(byId), body(privacyAnswerSchema), async (c) => {
      await answerRequest(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ ok: true })
    })
}

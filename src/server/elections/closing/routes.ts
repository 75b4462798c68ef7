import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { signedSchema } from '#server/elections/board/witnesses.ts'
import { invalidateElections } from '#server/elections/election-cache.ts'
import { refuseUninvited } from '#server/elections/observing/read-election.ts'
import { body, params, query, byId } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { contentDisposition } from '#server/storage/file-names.ts'
import { publicationSchema, tieDecisionSchema } from '#shared/elections/closing/closing.ts'
import { services } from '#shared/members/enums.ts'
import { openCertificates } from './certificate-pdf.ts'
import { certify, countersign } from './certify.ts'
import { decideTie } from './final-count.ts'
import { publish } from './publish.ts'
import { readClosing } from './read-closing.ts'
import { readMonitor } from './read-monitor.ts'

/** The elected as the administrator was shown them, so that nobody certifies a different result. */
const shownElected = z.object({ elected: z.string().max(2000).optional() })
const byService = byId.extend({ ms: z.enum(services) })

export function closingRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  const invalidates = invalidateElections(deps)
  const openCertificate = openCertificates(deps)
  return new Hono<Env>()
    .get('/elections/:id/closing', runs, params(byId), async (c) =>
      c.json(await readClosing(deps, c.var.person, c.req.valid('param').id)),
    )
    .put('/elections/:id/ties/:ms', runs, invalidates, params(byService), body(tieDecisionSchema), async (c) => {
      const { id, ms } = c.req.valid('param')
      await decideTie(deps, c.var.person, id, { ms, ...c.req.valid('json') })
      return c.json({ ok: true })
    })
    .post('/elections/:id/certification', runs, invalidates, params(byId), query(shownElected), async (c) =>
      c.json(await certify(deps, c.var.person, c.req.valid('param').id, c.req.valid('query').elected?.split(',')), 201),
    )
    .post(
      '/elections/:id/countersignatures',
      requireMay(deps, 'countersign'),
      params(byId),
      body(signedSchema),
      async (c) => {
        await refuseUninvited(deps, c.var.person, c.req.valid('param').id)
        await countersign(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))
        return c.json({ ok: true }, 201)
      },
    )
    .get('/elections/:id/certificate.pdf', anyoneMay('read public pages'), params(byId), async (c) => {
      const { bytes, name } = await openCertificate(c.req.valid('param').id)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': contentDisposition('inline', name),
        'Cache-Control': 'private, no-cache',
      })
    })
    .post('/elections/:id/publication', runs, invalidates, params(byId), body(publicationSchema), async (c) =>
      c.json(await publish(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
}

export function monitorRoutes(deps: Deps) {
  return new Hono<Env>().get('/elections/:id/monitor', requireMay(deps, 'run elections'), params(byId), async (c) =>
    c.json(await readMonitor(deps, c.req.valid('param').id)),
  )
}

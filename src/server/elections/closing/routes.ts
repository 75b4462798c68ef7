import { Hono } from 'hono'
import { z } from 'zod'
import { services } from '#shared/members/enums.ts'
import type { Deps } from '#server/deps.ts'
import { body, params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { certify } from './certify.ts'
import { decideTie } from './decide-tie.ts'

const byId = z.object({ id: z.uuid() })
const byService = byId.extend({ ms: z.enum(services) })
const decision = z.object({ nomineeIds: z.array(z.uuid()).min(1).max(50), reason: z.string().trim().min(5).max(1000) })

/** What happens after the last ballot. */
export function closingRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  return new Hono<Env>()
    .put('/elections/:id/ties/:ms', runs, params(byService), body(decision), async (c) => {
      const { id, ms } = c.req.valid('param')
      await decideTie(deps, c.var.person, id, { ms, ...c.req.valid('json') })
      return c.json({ ok: true })
    })
    .post('/elections/:id/certification', runs, params(byId), async (c) =>
      c.json(await certify(deps, c.var.person, c.req.valid('param').id), 201),
    )
}

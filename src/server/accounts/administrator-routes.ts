import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { body, params, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import {
  inviteAdministratorSchema,
  jobsSchema,
  ownEmailSchema,
  ownNameSchema,
} from '#shared/accounts/administrators.ts'
import { listAdministrators } from './administrator-queries.ts'
import { changeJobs, removeAdministrator, inviteAdministrator, inviteAdministratorAgain } from './administrators.ts'
import { changeOwnEmail, changeOwnName } from './own-account.ts'

export function administratorRoutes(deps: Deps) {
  const manager = requireMay(deps, 'manage administrators')
  return new Hono<Env>()
    .get('/administrators', manager, async (c) =>
      c.json({ now: deps.clock.now(), administrators: await listAdministrators(deps.db) }),
    )
    .post('/administrators', manager, body(inviteAdministratorSchema), async (c) =>
      c.json(await inviteAdministrator(deps, c.var.person, c.req.valid('json')), 201),
    )
    .post('/administrators/:id/invitation', manager, params(byId), async (c) =>
      c.json(await inviteAdministratorAgain(deps, c.var.person, c.req.valid('param').id)),
    )
    .put('/administrators/:id/jobs', manager, params(byId), body(jobsSchema), async (c) => {
      await changeJobs(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').jobs)
      return c.json({ changed: true as const })
    })
    .delete('/administrators/:id', manager, params(byId), async (c) => {
      await removeAdministrator(deps, c.var.person, c.req.valid('param').id)
      return c.json({ removed: true as const })
    })
    .put('/own-name', requireMay(deps, 'change own name'), body(ownNameSchema), async (c) => {
      await changeOwnName(deps, c.var.person, c.req.valid('json'))
      return c.json({ changed: true as const })
    })
    .put('/own-email', requireMay(deps, 'change own email'), body(ownEmailSchema), async (c) => {
      const outcome = await changeOwnEmail(deps, c.var.person, c.req.valid('json'))
      return c.json({ changed: outcome === 'changed' })
    })
}

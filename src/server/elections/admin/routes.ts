import { Hono } from 'hono'
import { z } from 'zod'
import { electionSchema, saveElectionSchema } from '#shared/elections/settings.ts'
import type { Deps } from '#server/deps.ts'
import { body, params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay, requireMay } from '#server/http/guards.ts'
import { readReadiness } from './readiness.ts'
import { openElection, saveElection } from './save-election.ts'
import { listElections, readSchedule } from './schedule.ts'

const byId = z.object({ id: z.uuid() })

/** Which elections there are, and their settings. */
export function electionSettingsRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  return new Hono<Env>()
    .get('/elections', requireMay(deps, 'read results'), async (c) => c.json(await listElections(deps)))
    .get('/elections/:id/schedule', anyoneMay('read public pages'), params(byId), async (c) =>
      c.json(await readSchedule(deps, c.req.valid('param').id)),
    )
    .post('/elections', runs, body(electionSchema), async (c) =>
      c.json(await openElection(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/elections/:id', runs, params(byId), body(saveElectionSchema), async (c) =>
      c.json(await saveElection(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
    .get('/elections/:id/readiness', runs, params(byId), async (c) =>
      c.json({ readiness: await readReadiness(deps, c.req.valid('param').id) }),
    )
}

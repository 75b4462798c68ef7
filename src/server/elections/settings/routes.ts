import { Hono } from 'hono'
import { z } from 'zod'
import { electionSchema, saveElectionSchema } from '#shared/elections/settings/settings.ts'
import type { Deps } from '#server/deps.ts'
import { body, params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay, requireMay } from '#server/http/guards.ts'
import { readCurrentElection } from './current-election.ts'
import { readReadiness } from './readiness.ts'
import { openElection, saveElection } from './save-election.ts'
import { listElections, readCurrentSchedule, readSchedule } from './schedule.ts'

const byId = z.object({ id: z.uuid() })

/** Which elections there are, their settings, and what everybody may see of them. */
export function electionSettingsRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  const anybody = anyoneMay('read public pages')
  return new Hono<Env>()
    .get('/elections/current', requireMay(deps, 'read own profile'), async (c) =>
      c.json(await readCurrentElection(deps, c.var.person)),
    )
    .get('/elections', requireMay(deps, 'read results'), async (c) => c.json(await listElections(deps)))
    .get('/schedule', anybody, async (c) => c.json(await readCurrentSchedule(deps)))
    .get('/elections/:id/schedule', anybody, params(byId), async (c) =>
      c.json(await readSchedule(deps, c.req.valid('param').id)),
    )
    .post('/elections', runs, body(electionSchema), async (c) =>
      c.json(await openElection(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/elections/:id', runs, params(byId), body(saveElectionSchema), async (c) =>
      c.json(await saveElection(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
    .get('/elections/:id/readiness', runs, params(byId), async (c) =>
      c.json(await readReadiness(deps, c.req.valid('param').id)),
    )
}

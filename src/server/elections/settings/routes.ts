import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { invalidateElections } from '#server/elections/election-cache.ts'
import { body, params, query, byId } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { electionSchema, saveElectionSchema } from '#shared/elections/settings/settings.ts'
import { postponeSchema } from '#shared/elections/settings/states.ts'
import { announceSchema, cancelSchema, rollbackSchema } from '#shared/elections/settings/states.ts'
import { announceElection, deleteDraft } from './announce-election.ts'
import { cancelElection } from './cancel-election.ts'
import { readCurrentElection } from './current-election.ts'
import { postponeElection } from './postpone-election.ts'
import { readReadiness } from './readiness.ts'
import { rollBackElection } from './roll-back-election.ts'
import { draftElection, saveElection } from './save-election.ts'
import { listElections, readCurrentSchedule, readSchedule } from './schedule.ts'

const currentQuery = z.object({ test: z.string().optional() })

/** Which elections there are, their settings, and their public part. */
export function electionSettingsRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  const anybody = anyoneMay('read public pages')
  const invalidates = invalidateElections(deps)
  return new Hono<Env>()
    .get('/elections/current', requireMay(deps, 'read own profile'), query(currentQuery), async (c) =>
      c.json(await readCurrentElection(deps, c.var.person, c.req.valid('query').test !== undefined)),
    )
    .get('/elections', requireMay(deps, 'read results'), async (c) => c.json(await listElections(deps, c.var.person)))
    .get('/schedule', anybody, async (c) => c.json(await readCurrentSchedule(deps)))
    .get('/elections/:id/schedule', anybody, params(byId), async (c) =>
      c.json(await readSchedule(deps, c.req.valid('param').id)),
    )
    .post('/elections', runs, invalidates, body(electionSchema), async (c) =>
      c.json(await draftElection(deps, c.var.person, c.req.valid('json')), 201),
    )
    .put('/elections/:id', runs, invalidates, params(byId), body(saveElectionSchema), async (c) =>
      c.json(await saveElection(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
    .delete('/elections/:id', runs, invalidates, params(byId), async (c) => {
      await deleteDraft(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post('/elections/:id/announcement', runs, invalidates, params(byId), body(announceSchema), async (c) =>
      c.json(await announceElection(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').version)),
    )
    .post('/elections/:id/postponement', runs, invalidates, params(byId), body(postponeSchema), async (c) =>
      c.json(await postponeElection(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
    .post('/elections/:id/cancellation', runs, invalidates, params(byId), body(cancelSchema), async (c) => {
      await cancelElection(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ ok: true })
    })
    .post('/elections/:id/rollback', runs, invalidates, params(byId), body(rollbackSchema), async (c) => {
      await rollBackElection(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').reason)
      return c.json({ ok: true })
    })
    .get('/elections/:id/readiness', runs, params(byId), async (c) =>
      c.json(await readReadiness(deps, c.var.person, c.req.valid('param').id)),
    )
}

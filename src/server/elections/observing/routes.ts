import { Hono } from 'hono'
import { z } from 'zod'
import { checkLog } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import { registerWitness, witnessKeySchema } from '#server/elections/board/witnesses.ts'
import { createListLog } from '#server/elections/roll/list-roll.ts'
import { body, params, query, byId } from '#server/http/body.ts'
import { csvType, sendStream } from '#server/http/encoded.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { invitedSchema } from '#shared/accounts/administrators.ts'
import { observingEnds } from '#shared/elections/observing/observing.ts'
import { mustExist } from '#shared/errors.ts'
import { inviteAgain, inviteObserver, removeObserver } from './observers.ts'
import { listObservers } from './queries.ts'
import {
  listObserved,
  observedElection,
  readObservedOverview,
  readElectionLog,
  readRollPage,
  refuseUninvited,
  namedRollCsv,
} from './read-election.ts'

const byObserver = byId.extend({ observer: z.uuid() })
const logQuery = z.object({ before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() })
const rollQuery = z.object({
  after: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

/** Administrators invite observers; observers look at the elections they were invited to. */
export function observingRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  const observes = requireMay(deps, 'observe')
  const watches = requireMay(deps, 'countersign')
  const { note } = createListLog(deps)
  return new Hono<Env>()
    .get('/elections/:id/observers', runs, params(byId), async (c) => {
      const election = mustExist(await deps.elections.byId(c.req.valid('param').id))
      return c.json({
        now: deps.clock.now(),
        endsAt: observingEnds(election),
        observers: await listObservers(deps.db, election.id),
      })
    })
    .post('/elections/:id/observers', runs, params(byId), body(invitedSchema), async (c) =>
      c.json(await inviteObserver(deps, c.var.person, c.req.valid('param').id, c.req.valid('json')), 201),
    )
    .post('/elections/:id/observers/:observer/invitation', runs, params(byObserver), async (c) => {
      const { id, observer } = c.req.valid('param')
      return c.json(await inviteAgain(deps, c.var.person, id, observer))
    })
    .delete('/elections/:id/observers/:observer', runs, params(byObserver), async (c) => {
      const { id, observer } = c.req.valid('param')
      await removeObserver(deps, c.var.person, id, observer)
      return c.json({ ok: true })
    })
    .post('/elections/:id/board/witnesses', watches, params(byId), body(witnessKeySchema), async (c) => {
      const { id } = c.req.valid('param')
      await refuseUninvited(deps, c.var.person, id)
      return c.json(await registerWitness(deps, c.var.person, id, c.req.valid('json').key), 201)
    })
    .get('/observing', observes, async (c) => c.json(await listObserved(deps, c.var.person)))
    .get('/observing/:id', observes, params(byId), async (c) => {
      const election = await observedElection(deps, c.var.person, c.req.valid('param').id)
      return c.json(await readObservedOverview(deps, election))
    })
    .get('/observing/:id/log', observes, params(byId), query(logQuery), async (c) => {
      const { id } = await observedElection(deps, c.var.person, c.req.valid('param').id)
      return c.json(await readElectionLog(deps.db, id, c.req.valid('query').before))
    })
    .get('/observing/:id/log/check', observes, params(byId), async (c) => {
      await observedElection(deps, c.var.person, c.req.valid('param').id)
      return c.json(await checkLog(deps, c.var.person))
    })
    .get('/observing/:id/roll', observes, params(byId), query(rollQuery), async (c) => {
      const election = await observedElection(deps, c.var.person, c.req.valid('param').id)
      await note(c.var.person, election.id, 'screen')
      return c.json(await readRollPage(deps, election, c.req.valid('query').after))
    })
    .get('/observing/:id/roll.csv', observes, params(byId), async (c) => {
      const election = await observedElection(deps, c.var.person, c.req.valid('param').id)
      return sendStream(c, { name: 'roll-with-names.csv', type: csvType }, async () => {
        await note(c.var.person, election.id, 'csv')
        return namedRollCsv(deps, election)
      })
    })
}

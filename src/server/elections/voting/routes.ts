import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { body, params, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { ballotSchema } from '#shared/elections/voting/ballot.ts'
import { castBallot } from './cast-ballot.ts'
import { readMyBallot } from './my-ballot.ts'

export function votingRoutes(deps: Deps) {
  return new Hono<Env>()
    .post(
      '/elections/:id/ballot',
      requireMay(deps, 'vote', 'admin-may-not-vote'),
      params(byId),
      body(ballotSchema),
      async (c) => c.json(await castBallot(deps, c.var.person, c.req.valid('param').id, c.req.valid('json')), 201),
    )
    .get('/elections/:id/my-ballot', requireMay(deps, 'vote', 'admin-may-not-vote'), params(byId), async (c) =>
      c.json(await readMyBallot(deps, c.var.person, c.req.valid('param').id)),
    )
}

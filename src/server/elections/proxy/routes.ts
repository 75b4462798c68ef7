import { Hono } from 'hono'
import { z } from 'zod'
import { proxyBallotSchema } from '#shared/elections/proxy.ts'
import type { Deps } from '#server/deps.ts'
import { body, params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { castProxy, confirmProxy, refuseProxy } from './cast-proxy.ts'
import { listPending } from './queries.ts'

const byId = z.object({ id: z.uuid() })
const byVoter = byId.extend({ voter: z.uuid() })

/** Ballots that administrators cast for members who cannot. */
export function proxyRoutes(deps: Deps) {
  const proxies = requireMay(deps, 'vote by proxy')
  return new Hono<Env>()
    .get('/elections/:id/proxies', proxies, params(byId), async (c) =>
      c.json({ waiting: await listPending(deps.pool, c.req.valid('param').id) }),
    )
    .post('/elections/:id/proxies', proxies, params(byId), body(proxyBallotSchema), async (c) =>
      c.json(await castProxy(deps, c.var.person, c.req.valid('param').id, c.req.valid('json')), 201),
    )
    .post('/elections/:id/proxies/:voter/confirmation', proxies, params(byVoter), async (c) => {
      const { id, voter } = c.req.valid('param')
      await confirmProxy(deps, c.var.person, id, voter)
      return c.json({ ok: true })
    })
    .delete('/elections/:id/proxies/:voter', proxies, params(byVoter), async (c) => {
      const { id, voter } = c.req.valid('param')
      await refuseProxy(deps, c.var.person, id, voter)
      return c.json({ ok: true })
    })
}

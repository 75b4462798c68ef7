import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { createListLog } from '#server/elections/roll/list-roll.ts'
import { body, params, query, takesFile, uploadedFile, uploadedName, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { searchSchema } from '#server/members/listing/search.ts'
import { proxyBallotSchema } from '#shared/elections/proxy/proxy.ts'
import { castProxy, receiveProxyForm } from './cast-proxy.ts'
import { confirmProxy, refuseProxy } from './confirm-proxy.ts'
import { listProxies, searchVoters } from './list-proxies.ts'

const byVoter = byId.extend({ voter: z.uuid() })

/** Ballots that administrators cast for members who cannot. */
export function proxyRoutes(deps: Deps) {
  const proxies = requireMay(deps, 'vote by proxy')
  const { note } = createListLog(deps)
  return new Hono<Env>()
    .get('/elections/:id/voters', proxies, params(byId), query(searchSchema), async (c) => {
      const { id } = c.req.valid('param')
      const search = { id, typed: c.req.valid('query').q, note: () => note(c.var.person, id, 'search') }
      return c.json(await searchVoters(deps, search))
    })
    .put('/proxy-forms', proxies, takesFile, query(z.object({ voter: z.uuid() })), async (c) =>
      c.json(
        await receiveProxyForm(deps, c.req.valid('query').voter, { ...uploadedFile(c), name: uploadedName(c) }),
        201,
      ),
    )
    .get('/elections/:id/proxies', proxies, params(byId), async (c) =>
      c.json(await listProxies(deps, c.req.valid('param').id)),
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

import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { readStatus } from './status.ts'
import { sendTestEmail, testEmailState } from './test-email.ts'

const anId = z.object({ id: z.uuid() })

export function statusRoutes(deps: Deps) {
  const watcher = requireMay(deps, 'watch the site')
  return new Hono<Env>()
    .get('/status', watcher, async (c) => c.json(await readStatus(deps.status)))
    .post('/status/test-emails', watcher, async (c) => c.json(await sendTestEmail(deps, c.var.person), 201))
    .get('/status/test-emails/:id', watcher, params(anId), async (c) =>
      c.json(await testEmailState(deps, c.req.valid('param').id)),
    )
}

import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { body, params, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import {
  discardFailedEmails,
  failedEmailSchema,
  listFailedEmails,
  retryFailedEmails,
  sendTestEmail,
  testEmailState,
} from './emails.ts'
import { confirmTime, readStatus } from './status.ts'

export function statusRoutes(deps: Deps) {
  const watcher = requireMay(deps, 'watch the site')
  return new Hono<Env>()
    .get('/status', watcher, async (c) => c.json(await readStatus(deps.status)))
    .post('/status/test-emails', watcher, async (c) => c.json(await sendTestEmail(deps, c.var.person), 201))
    .get('/status/test-emails/:id', watcher, params(byId), async (c) =>
      c.json(await testEmailState(deps, c.req.valid('param').id)),
    )
    .post('/status/time', watcher, async (c) => {
      await confirmTime(deps, c.var.person)
      return c.json({ confirmed: true as const })
    })
    .get('/operations/failed-emails', watcher, async (c) => c.json(await listFailedEmails(deps)))
    .post('/operations/failed-emails/retry', watcher, body(failedEmailSchema), async (c) =>
      c.json(await retryFailedEmails(deps, c.var.person, c.req.valid('json'))),
    )
    .post('/operations/failed-emails/discard', watcher, body(failedEmailSchema), async (c) =>
      c.json(await discardFailedEmails(deps, c.var.person, c.req.valid('json'))),
    )
}

import { Hono } from 'hono'
import { failedEmailSchema } from '#shared/operations/status/failed-emails.ts'
import type { Deps } from '#server/deps.ts'
import { body } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { discardFailedEmails, listFailedEmails, retryFailedEmails } from './failed-emails.ts'

/** Emails that were given up. */
export function failedEmailRoutes(deps: Deps) {
  const watcher = requireMay(deps, 'watch the site')
  return new Hono<Env>()
    .get('/operations/failed-emails', watcher, async (c) => c.json(await listFailedEmails(deps)))
    .post('/operations/failed-emails/retry', watcher, body(failedEmailSchema), async (c) =>
      c.json(await retryFailedEmails(deps, c.var.person, c.req.valid('json'))),
    )
    .post('/operations/failed-emails/discard', watcher, body(failedEmailSchema), async (c) =>
      c.json(await discardFailedEmails(deps, c.var.person, c.req.valid('json'))),
    )
}

import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { params } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { requestReminders, readReminders } from './reminders.ts'

const byId = z.object({ id: z.uuid() })

/** Reminding those who have not voted. */
export function reminderRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  return new Hono<Env>()
    .get('/elections/:id/reminders', runs, params(byId), async (c) =>
      c.json(await readReminders(deps, c.req.valid('param').id)),
    )
    .post('/elections/:id/reminders', runs, params(byId), async (c) =>
      c.json(await requestReminders(deps, c.var.person, c.req.valid('param').id), 201),
    )
}

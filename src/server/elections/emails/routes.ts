import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { params, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { requestReminders, readReminders } from './reminders.ts'

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

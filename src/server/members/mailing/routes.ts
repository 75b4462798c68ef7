import { Hono } from 'hono'
import { z } from 'zod'
import { memberFilterSchema } from '#shared/members/listing/listing-query.ts'
import type { Deps } from '#server/deps.ts'
import { body, params, query } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { clearRefused } from './clear-refused.ts'
import { findMailing, listMailings } from './queries.ts'
import { countRecipients } from './recipients.ts'
import { resendUnsure } from './resend-unsure.ts'
import { sendMailing, mailingSchema, testMailingSchema, unsubscribeSchema } from './send-mailing.ts'
import { stopMailing } from './stop-mailing.ts'
import { chooseByLink, chooseOnProfile } from './subscription.ts'
import { sendTestMailing } from './test-mailing.ts'

const byId = z.object({ id: z.uuid() })

/** Emails that an administrator writes to members, and the members' own choice whether to get them. */
export function mailingRoutes(deps: Deps) {
  const writer = requireMay(deps, 'email members')
  return new Hono<Env>()
    .get('/mailings', writer, query(z.object({ before: z.uuid().optional() })), async (c) =>
      c.json(await listMailings(deps, c.req.valid('query').before)),
    )
    .get('/mailing-recipients', writer, query(memberFilterSchema), async (c) =>
      c.json(await countRecipients(deps, c.var.person, c.req.valid('query'))),
    )
    .post('/mailings', writer, body(mailingSchema), async (c) =>
      c.json(await sendMailing(deps, c.var.person, c.req.valid('json')), 201),
    )
    .post('/test-mailings', writer, body(testMailingSchema), async (c) =>
      c.json(await sendTestMailing(deps, c.var.person, c.req.valid('json')), 201),
    )
    .get('/mailings/:id', writer, params(byId), async (c) => c.json(await findMailing(deps, c.req.valid('param').id)))
    .post('/mailings/:id/stop', writer, params(byId), async (c) => {
      const { id } = c.req.valid('param')
      await stopMailing(deps, c.var.person, id)
      return c.json(await findMailing(deps, id))
    })
    .post('/mailings/:id/again', writer, params(byId), async (c) => {
      const { id } = c.req.valid('param')
      await resendUnsure(deps, c.var.person, id)
      return c.json(await findMailing(deps, id))
    })
    .delete('/members/:id/refused-address', writer, params(byId), async (c) => {
      await clearRefused(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post('/unsubscribe', anyoneMay('unsubscribe'), body(unsubscribeSchema), async (c) => {
      await chooseByLink(deps, c.req.valid('json'))
      return c.json({ ok: true })
    })
    .post(
      '/members/:id/emails',
      requireMay(deps, 'read own profile'),
      params(byId),
      body(z.object({ wanted: z.boolean() })),
      async (c) => {
        await chooseOnProfile(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').wanted)
        return c.json({ ok: true })
      },
    )
}

import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, byId, limitBody, params, query, takesFile, uploadedFile, uploadedName } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { AppError } from '#shared/errors.ts'
import { memberFilterSchema } from '#shared/members/listing/listing-query.ts'
import { mailingSchema, testMailingSchema, unsubscribeSchema } from '#shared/members/mailing/schemas.ts'
import { receiveMailingFile } from './mailing-files.ts'
import { emailsToMember, findMailing, listMailings } from './read-mailings.ts'
import { countRecipients } from './recipients.ts'
import { sendMailing, sendTestMailing, stopMailing, resendUnsure } from './send-mailing.ts'
import { chooseByLink, chooseOnProfile, clearRefused } from './subscription.ts'

/** Emails from administrators to members, and the members' choice whether to get them. */
export function mailingRoutes(deps: Deps) {
  const writer = requireMay(deps, 'email members')
  return new Hono<Env>()
    .get('/mailings', writer, query(z.object({ before: z.uuid().optional() })), async (c) =>
      c.json(await listMailings(deps, c.req.valid('query').before)),
    )
    .get('/mailing-recipients', writer, query(memberFilterSchema), async (c) =>
      c.json(await countRecipients(deps, c.var.person, c.req.valid('query'))),
    )
    .put('/mailing-files', writer, takesFile, async (c) =>
      c.json(await receiveMailingFile(deps, c.var.person, { ...uploadedFile(c), name: uploadedName(c) }), 201),
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
    .get('/members/:id/emails', writer, params(byId), async (c) =>
      c.json(await emailsToMember(deps, c.req.valid('param').id)),
    )
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

const path = '/unsubscribe/one-click'

/**
 * The unsubscribe button of mail programs (RFC 8058). The provider's server sends the request, so it does not come from our
 * pages: it is accepted before that check, ignores cookies, and does one thing for whoever has the secret. Merely opening the
 * address, as scanners do, leads to the page with the button.
 */
export function oneClickRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(path, anyoneMay('unsubscribe'), (c) =>
      c.redirect(`/unsubscribe#${encodeURIComponent(c.req.query('token') ?? '')}`),
    )
    .post(path, anyoneMay('unsubscribe'), limitBody(1024), async (c) => {
      const field = (await c.req.parseBody())['List-Unsubscribe']
      if (field !== 'One-Click') throw new AppError('invalid-input')
      await chooseByLink(deps, { token: c.req.query('token') ?? '', wanted: false }, 'the mail program')
      return c.text('', 200)
    })
}

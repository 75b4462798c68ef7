import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { anyoneMay, type Env } from '#server/http/guards.ts'
import { chooseByLink } from './subscription.ts'

const path = '/unsubscribe/one-click'
const refuseSize = () => {
  throw new AppError('body-too-large')
}

/**
 * The button of a mail program (RFC 8058). Its provider's server sends the request, so it comes from no page of ours: it
 * is let in before that is checked, looks at no cookie, and does one thing for who has the secret. Whoever only opens the
 * address, as scanners do, is led to the page with the button.
 */
export function oneClickRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(path, anyoneMay('unsubscribe'), (c) =>
      c.redirect(`/unsubscribe#${encodeURIComponent(c.req.query('token') ?? '')}`),
    )
    .post(path, anyoneMay('unsubscribe'), bodyLimit({ maxSize: 1024, onError: refuseSize }), async (c) => {
      const said = (await c.req.parseBody())['List-Unsubscribe']
      if (said !== 'One-Click') throw new AppError('invalid-input')
      await chooseByLink(deps, { token: c.req.query('token') ?? '', wanted: false }, 'the mail program')
      return c.text('', 200)
    })
}

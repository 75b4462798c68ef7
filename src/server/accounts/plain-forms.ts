import { Hono, type Context } from 'hono'
import type { Deps } from '#server/deps.ts'
import { addressOf } from '#server/http/address.ts'
import { anyoneMay, type Env } from '#server/http/guards.ts'
import { AppError } from '#shared/errors.ts'
import { withNext } from '#shared/pages.ts'
import { requestResetLinkInBackground } from './change-password.ts'
import { isInvitedKind } from './invited-account.ts'
import { attemptChallenge, attemptLogin, choosePassword } from './routes.ts'

/**
 * The login page's forms as browsers send them when a button is pressed before the scripts have loaded, which is common on slow
 * connections. The reply is always another page: a refusal travels as a code in the address.
 */
export function plainFormRoutes(deps: Deps) {
  return new Hono<Env>()
    .post('/login', anyoneMay('log in'), (c) => plainLogin(deps, c))
    .post('/reset-password', anyoneMay('log in'), (c) => plainResetPassword(deps, c))
}

async function plainLogin(deps: Deps, c: Context<Env>): Promise<Response> {
  const field = await readForm(c)
  // The form posts to its page's own address, which says where to go next.
  const next = c.req.query('next')
  switch (field('step')) {
    case 'forgot':
      return orBack(c, withNext('/login?step=forgot', next), async () => {
        requestResetLinkInBackground(deps, field('login'), addressOf(deps.config, c))
        return withNext('/login?step=forgot&sent', next)
      })
    case 'two-factor':
      return orBack(c, withNext('/login?step=two-factor', next), async () => {
        const kind = field('kind') === 'recovery' ? 'recovery' : 'totp'
        await attemptChallenge(deps, c, { code: field('code'), kind })
        return withNext('/redirect', next)
      })
    case 'birthday':
      return orBack(c, withNext('/login?step=birthday', next), async () =>
        logInAndOn(deps, c, field, birthdayIn(field)),
      )
    default:
      return orBack(c, withNext('/login', next), () => logInAndOn(deps, c, field, field('password')))
  }
}

type Field = (name: string) => string

async function logInAndOn(deps: Deps, c: Context<Env>, field: Field, password: string): Promise<string> {
  const outcome = await attemptLogin(deps, c, { login: field('login'), password })
  return withNext(outcome.twoFactor ? '/login?step=two-factor' : '/redirect', c.req.query('next'))
}

/** Day, month and year from separate boxes, as the password they form. */
function birthdayIn(field: Field): string {
  const parts = ['day', 'month', 'year'].map((name) => field(name).trim())
  if (parts.includes('')) throw new AppError('birthday-incomplete')
  return parts.join(' ')
}

async function plainResetPassword(deps: Deps, c: Context<Env>): Promise<Response> {
  const field = await readForm(c)
  const token = c.req.query('token') ?? field('token')
  const form = { password: field('password'), confirm: field('confirm'), present: field('present') }
  const invited = isInvitedKind(c.req.query('for')) ? `&for=${c.req.query('for')}` : ''
  const back = token ? `/reset-password?token=${encodeURIComponent(token)}${invited}` : '/reset-password'
  return orBack(c, back, async () => (await choosePassword(deps, c, token, form)).next)
}

async function readForm(c: Context<Env>): Promise<Field> {
  const form = await c.req.parseBody().catch(() => {
    throw new AppError('unsupported-body')
  })
  return (name) => {
    const value = form[name]
    return typeof value === 'string' ? value.slice(0, 320) : ''
  }
}

async function orBack(c: Context<Env>, back: string, act: () => Promise<string>): Promise<Response> {
  try {
    return c.redirect(await act(), 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return c.redirect(withError(back, error), 303)
  }
}

function withError(address: string, { code, triesLeft }: AppError): string {
  const left = triesLeft === undefined ? '' : `&left=${triesLeft}`
  return `${address}${address.includes('?') ? '&' : '?'}error=${code}${left}`
}

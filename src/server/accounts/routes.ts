import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import {
  challengeSchema,
  confirmTwoFactorSchema,
  forgotSchema,
  loginSchema,
  passwordOnlySchema,
  setPasswordSchema,
  startTwoFactorSchema,
} from '#shared/accounts/schemas.ts'
import { AppError } from '#shared/errors.ts'
import { accountText } from '#shared/accounts/text.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import { addressOf } from '#server/http/address.ts'
import { body } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay, requireMay, whoIs } from '#server/http/guards.ts'
import { markerCookie } from '#server/http/session.ts'
import { askLibrary } from './ask-library.ts'
import {
  changeOwnPassword,
  passwordChangedPlace,
  requestResetLinkInBackground,
  resetPasswordByLink,
} from './change-password.ts'
import { deviceCookieLifeSeconds, deviceCookieName } from './device.ts'
import { logIn, type LoginOutcome } from './login.ts'
import {
  answerChallenge,
  challengeCookieName,
  confirmTwoFactor,
  newRecoveryCodes,
  removeTwoFactor,
  startTwoFactor,
  twoFactorState,
} from './two-factor.ts'

export function accountRoutes(deps: Deps) {
  const visitor = anyoneMay('log in')
  const signedIn = requireMay(deps, 'use own account')
  return new Hono<Env>()
    .post('/login', visitor, body(loginSchema), async (c) => {
      const outcome = await attemptLogin(deps, c, c.req.valid('json'))
      return c.json(outcome.twoFactor ? { twoFactor: true as const } : { next: '/redirect' as const })
    })
    .post('/two-factor/challenge', visitor, body(challengeSchema), async (c) => {
      await attemptChallenge(deps, c, c.req.valid('json'))
      return c.json({ next: '/redirect' as const })
    })
    .post('/logout', visitor, async (c) => {
      const headers = new Headers({ cookie: c.req.header('cookie') ?? '' })
      const response = await askLibrary(() => deps.auth.api.signOut({ headers, asResponse: true }))
      sendCookies(deps, c, { cookies: [...response.headers.getSetCookie(), markerCookie(deps, null)] })
      return c.json({ next: '/login?out' as const })
    })
    .post('/forgot', visitor, body(forgotSchema), async (c) => {
      requestResetLinkInBackground(deps, c.req.valid('json').login, addressOf(deps.config, c))
      return c.json({ message: hasMailServer(deps.config) ? accountText.resetLinkSent : accountText.noResetLinks })
    })
    .post('/password', visitor, body(setPasswordSchema), async (c) => {
      const { token, ...form } = c.req.valid('json')
      let login: string | null = null
      let next: '/login?changed' | ReturnType<typeof passwordChangedPlace> = '/login?changed'
      if (token) login = await resetPasswordByLink(deps, token, form)
      else {
        const person = await whoIs(deps, c)
        if (!person) throw new AppError('not-signed-in')
        await changeOwnPassword(deps, person, form)
        next = passwordChangedPlace(person)
      }
      return c.json({ message: accountText.passwordChanged, next, login })
    })
    .get('/me', signedIn, (c) => {
      const { serial: _serial, region: _region, session: _session, helpedAt, ...me } = c.var.person
      return c.json({ ...me, helpedAt: helpedAt && deps.clock.shownFor(helpedAt) })
    })
    .get('/two-factor', signedIn, async (c) => c.json(await twoFactorState(deps, c.var.person)))
    .post('/two-factor/start', signedIn, body(startTwoFactorSchema), async (c) =>
      c.json(await startTwoFactor(deps, c.var.person, c.req.valid('json')), 201),
    )
    .post('/two-factor/confirm', signedIn, body(confirmTwoFactorSchema), async (c) => {
      sendCookies(deps, c, {
        cookies: await confirmTwoFactor(deps, c.var.person, c.req.valid('json').code),
      })
      return c.json({ enabled: true as const })
    })
    .post('/two-factor/remove', signedIn, body(passwordOnlySchema), async (c) => {
      sendCookies(deps, c, {
        cookies: await removeTwoFactor(deps, c.var.person, c.req.valid('json').password),
      })
      return c.json({ enabled: false as const })
    })
    .post('/two-factor/recovery-codes', signedIn, body(passwordOnlySchema), async (c) =>
      c.json({
        recoveryCodes: await newRecoveryCodes(deps, c.var.person, c.req.valid('json').password),
      }),
    )
}

/** Used by the API and by the plain form that works before any script has loaded. */
export async function attemptLogin(
  deps: Deps,
  c: Context<Env>,
  form: { login: string; password: string },
): Promise<LoginOutcome> {
  const deviceCookie = getCookie(c, deviceCookieName(deps.config.secure))
  try {
    const outcome = await logIn(deps, form, {
      address: addressOf(deps.config, c),
      deviceCookie,
      signal: c.req.raw.signal,
    })
    deps.metrics.logins.inc({ outcome: outcome.twoFactor ? 'second step' : 'in' })
    sendCookies(deps, c, outcome)
    return outcome
  } catch (error) {
    deps.metrics.logins.inc({ outcome: error instanceof AppError ? error.code : 'failed' })
    throw error
  }
}

export async function attemptChallenge(
  deps: Deps,
  c: Context<Env>,
  answer: { code: string; kind: 'totp' | 'recovery' },
): Promise<void> {
  const cookies = {
    challenge: getCookie(c, challengeCookieName(deps.config.secure)),
    device: getCookie(c, deviceCookieName(deps.config.secure)),
  }
  sendCookies(deps, c, await answerChallenge(deps, cookies, answer))
}

/** The account library's cookies as it made them, and ours that remembers the device. */
function sendCookies(deps: Deps, c: Context<Env>, from: { cookies: string[]; deviceCookie?: string }): void {
  for (const cookie of from.cookies) c.header('Set-Cookie', cookie, { append: true })
  if (from.deviceCookie)
    setCookie(c, deviceCookieName(deps.config.secure), from.deviceCookie, {
      httpOnly: true,
      sameSite: 'Lax',
      secure: deps.config.secure,
      path: '/',
      maxAge: deviceCookieLifeSeconds,
    })
}

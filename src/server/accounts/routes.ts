import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/queue.ts'
import { addressOf } from '#server/http/address.ts'
import { body, params, byId } from '#server/http/body.ts'
import { anyoneMay, requireMay, whoIs, type Env } from '#server/http/guards.ts'
import { markerCookie, readSessionCookie, sessionCookie, sessionCookieName } from '#server/http/session.ts'
import {
  addPasskeySchema,
  challengeSchema,
  confirmTwoFactorSchema,
  forgotSchema,
  loginSchema,
  passkeyLoginSchema,
  passwordOnlySchema,
  setPasswordSchema,
  startTwoFactorSchema,
} from '#shared/accounts/schemas.ts'
import { accountText } from '#shared/accounts/text.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import {
  changeOwnPassword,
  passwordChangedPlace,
  requestResetLinkInBackground,
  resetPasswordByLink,
} from './change-password.ts'
import { deviceCookieLifeSeconds, deviceCookieName } from './device.ts'
import { challengeCookieName, logIn, type LoginCircumstances, type LoginOutcome } from './login.ts'
import { addPasskey, listPasskeys, logInByPasskey, removePasskey, startPasskey, startPasskeyLogin } from './passkeys.ts'
import { deleteSession, endSession, endSessions, listSessions } from './queries.ts'
import {
  answerChallenge,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
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
      const session = readSessionCookie(deps.siteKey, getCookie(c, sessionCookieName(deps.config.secure)))
      if (session) await deleteSession(deps.db, session.token)
      sendCookies(deps, c, { cookies: [sessionCookie(deps, null), markerCookie(deps, null)] })
      return c.json({ next: '/login?out' as const })
    })
    .post('/forgot', visitor, body(forgotSchema), async (c) => {
      requestResetLinkInBackground(deps, c.req.valid('json').login, addressOf(deps.config, c))
      return c.json({ message: hasMailServer(deps.config) ? accountText.resetLinkSent : accountText.noResetLinks })
    })
    .post('/password', visitor, body(setPasswordSchema), async (c) => {
      const { token, ...form } = c.req.valid('json')
      return c.json(await choosePassword(deps, c, token, form))
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
      await confirmTwoFactor(deps, c.var.person, c.req.valid('json').code)
      return c.json({ enabled: true as const })
    })
    .post('/two-factor/remove', signedIn, body(passwordOnlySchema), async (c) => {
      await removeTwoFactor(deps, c.var.person, c.req.valid('json').password)
      return c.json({ enabled: false as const })
    })
    .post('/two-factor/recovery-codes', signedIn, body(passwordOnlySchema), async (c) =>
      c.json({ recoveryCodes: await renewRecoveryCodes(deps, c.var.person, c.req.valid('json').password) }),
    )
    .post('/passkey-login/start', visitor, async (c) =>
      c.json(await startPasskeyLogin(deps, addressOf(deps.config, c))),
    )
    .post('/passkey-login', visitor, body(passkeyLoginSchema), async (c) => {
      await counted(deps, c, () => logInByPasskey(deps, c.req.valid('json'), circumstances(deps, c)))
      return c.json({ next: '/redirect' as const })
    })
    .get('/passkeys', signedIn, async (c) => c.json(await listPasskeys(deps, c.var.person)))
    .post('/passkeys/start', signedIn, body(passwordOnlySchema), async (c) =>
      c.json(await startPasskey(deps, c.var.person, c.req.valid('json').password)),
    )
    .post('/passkeys', signedIn, body(addPasskeySchema), async (c) => {
      await addPasskey(deps, c.var.person, c.req.valid('json'))
      return c.json({ added: true as const }, 201)
    })
    .post('/passkeys/:id/remove', signedIn, params(byId), body(passwordOnlySchema), async (c) => {
      await removePasskey(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').password)
      return c.json({ removed: true as const })
    })
    .get('/devices', signedIn, async (c) => c.json(await listSessions(deps, c.var.person)))
    .delete('/devices', signedIn, async (c) => {
      await endSessions(deps.db, c.var.person.id, c.var.person.session.token)
      return c.json({ ended: true as const })
    })
    .delete('/devices/:id', signedIn, params(byId), async (c) => {
      await endSession(deps.db, c.var.person.id, c.req.valid('param').id)
      return c.json({ ended: true as const })
    })
}

/** Used by the API and by the plain form that works before any script has loaded. */
export const attemptLogin = (deps: Deps, c: Context<Env>, form: { login: string; password: string }) =>
  counted(deps, c, () => logIn(deps, form, circumstances(deps, c)))

async function counted<Outcome extends LoginOutcome>(
  deps: Deps,
  c: Context<Env>,
  login: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await login()
    deps.metrics.logins.inc({ outcome: outcome.twoFactor ? 'second step' : 'in' })
    sendCookies(deps, c, outcome)
    return outcome
  } catch (error) {
    deps.metrics.logins.inc({ outcome: error instanceof AppError ? error.code : 'failed' })
    throw error
  }
}

const circumstances = (deps: Deps, c: Context<Env>): LoginCircumstances => ({
  address: addressOf(deps.config, c),
  userAgent: c.req.header('user-agent'),
  deviceCookie: getCookie(c, deviceCookieName(deps.config.secure)),
  signal: c.req.raw.signal,
})

export async function attemptChallenge(
  deps: Deps,
  c: Context<Env>,
  answer: { code: string; kind: 'totp' | 'recovery' },
): Promise<void> {
  const challenge = getCookie(c, challengeCookieName(deps.config.secure))
  sendCookies(deps, c, await answerChallenge(deps, { ...circumstances(deps, c), challenge }, answer))
}

/** With the link somebody was sent, or while they are logged in. */
export async function choosePassword(
  deps: Deps,
  c: Context<Env>,
  token: string | undefined,
  form: { password: string; confirm: string; present?: string | undefined },
) {
  if (token) {
    const { login, invited } = await resetPasswordByLink(deps, token, form)
    return invited
      ? { next: '/login?changed=invitation' as const, login, message: accountText.invitationAccepted }
      : { next: '/login?changed' as const, login, message: accountText.passwordChanged }
  }
  const person = mustExist(await whoIs(deps, c), 'not-signed-in')
  await changeOwnPassword(deps, person, form)
  return { next: passwordChangedPlace(person), login: null, message: accountText.passwordChanged }
}

/** The session cookies and the one that remembers the device. */
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

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import type { InviteAdministratorForm, OwnEmailForm, OwnNameForm } from '#shared/accounts/administrators.ts'
import type { Job } from '#shared/permissions.ts'
import { api, unwrap } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { queries } from '#web/api/query-client.ts'
import { keepOnDevice, readFromDevice, removeFromDevice } from '#web/components/device-storage.ts'

const { accounts, administrators } = api
const twoFactor = accounts['two-factor']

export const logIn = (json: { login: string; password: string }) => unwrap(accounts.login.$post({ json }))

export const answerChallenge = (json: { code: string; kind: 'totp' | 'recovery' }) =>
  unwrap(twoFactor.challenge.$post({ json }))

export const requestResetLink = (json: { login: string }) => unwrap(accounts.forgot.$post({ json }))

export async function setPassword(json: { password: string; confirm: string; present?: string; token?: string }) {
  const changed = await unwrap(accounts.password.$post({ json }))
  if (changed.login !== null) keepOnDevice(loginKey, changed.login, 'sessionStorage')
  return changed
}

/** The login of somebody who has just chosen a password by link; for this tab, until the login page has shown it. */
const loginKey = 'login-after-reset'

export function takeLogin(): string | null {
  const login = readFromDevice(loginKey, 'sessionStorage')
  removeFromDevice(loginKey, 'sessionStorage')
  return login
}

export const startPasskeyLogin = () =>
  unwrap(accounts['passkey-login'].start.$post()) as Promise<unknown> as Promise<PublicKeyCredentialRequestOptionsJSON>

type PasskeyLogin = InferRequestType<(typeof accounts)['passkey-login']['$post']>['json']

export const logInByPasskey = (response: AuthenticationResponseJSON) =>
  unwrap(accounts['passkey-login'].$post({ json: response as PasskeyLogin }))

export const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: () => unwrap(accounts.passkeys.$get()) })

export const startPasskey = (json: { password: string }) =>
  unwrap(accounts.passkeys.start.$post({ json })) as Promise<unknown> as Promise<PublicKeyCredentialCreationOptionsJSON>

type NewPasskey = InferRequestType<(typeof accounts)['passkeys']['$post']>['json']

export const addPasskey = (json: { name: string; response: RegistrationResponseJSON }) =>
  unwrap(accounts.passkeys.$post({ json: json as NewPasskey }))

export const removePasskey = (id: string, json: { password: string }) =>
  unwrap(accounts.passkeys[':id'].remove.$post({ param: { id }, json }))

export const devicesQuery = queryOptions({ queryKey: ['devices'], queryFn: () => unwrap(accounts.devices.$get()) })

export const endDevice = (id: string) => unwrap(accounts.devices[':id'].$delete({ param: { id } }))

export const endOtherDevices = () => unwrap(accounts.devices.$delete())

export const twoFactorQuery = queryOptions({ queryKey: ['two-factor'], queryFn: () => unwrap(twoFactor.$get()) })

export const startTwoFactor = (json: { password: string; name: string }) => unwrap(twoFactor.start.$post({ json }))

export const confirmTwoFactor = (json: { code: string }) => unwrap(twoFactor.confirm.$post({ json }))

export const removeOwnTwoFactor = (json: { password: string }) => unwrap(twoFactor.remove.$post({ json }))

export const renewRecoveryCodes = (json: { password: string }) => unwrap(twoFactor['recovery-codes'].$post({ json }))

export const invalidateTwoFactor = () =>
  Promise.all([queries.invalidateQueries(twoFactorQuery), queries.invalidateQueries(meQuery)])

const readAdministrators = () => unwrap(administrators.$get())
export type Administrator = Awaited<ReturnType<typeof readAdministrators>>['administrators'][number]

export const administratorsQuery = queryOptions({ queryKey: ['administrators'], queryFn: () => readAdministrators() })

/** An administrator's own menu depends on their jobs too. */
export const invalidateAdministrators = () =>
  Promise.all([queries.invalidateQueries(administratorsQuery), queries.invalidateQueries(meQuery)])

export const inviteAdministrator = (json: InviteAdministratorForm) => unwrap(administrators.$post({ json }))

export const inviteAdministratorAgain = (id: string) =>
  unwrap(administrators[':id'].invitation.$post({ param: { id } }))

export const changeJobs = (id: string, json: { jobs: Job[] }) =>
  unwrap(administrators[':id'].jobs.$put({ param: { id }, json }))

export const removeAdministrator = (id: string) => unwrap(administrators[':id'].$delete({ param: { id } }))

export const saveOwnName = (json: OwnNameForm) => unwrap(api['own-name'].$put({ json }))

export const saveOwnEmail = (json: OwnEmailForm) => unwrap(api['own-email'].$put({ json }))

/** The person's name is on every page. */
export const invalidateOwnAccount = () =>
  Promise.all(['me', 'mine', 'administrators'].map((key) => queries.invalidateQueries({ queryKey: [key] })))

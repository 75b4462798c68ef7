import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { InferRequestType } from 'hono/client'
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#web/api/client.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: () => unwrap(api.accounts.me.$get()),
})

export const logIn = (json: { login: string; password: string }) => unwrap(api.accounts.login.$post({ json }))

export const answerChallenge = (json: { code: string; kind: 'totp' | 'recovery' }) =>
  unwrap(api.accounts['two-factor'].challenge.$post({ json }))

export const requestResetLink = (json: { login: string }) => unwrap(api.accounts.forgot.$post({ json }))

export const setPassword = (json: { password: string; confirm: string; present?: string; token?: string }) =>
  unwrap(api.accounts.password.$post({ json }))

export const startPasskeyLogin = () =>
  unwrap(
    api.accounts['passkey-login'].start.$post(),
  ) as Promise<unknown> as Promise<PublicKeyCredentialRequestOptionsJSON>

type PasskeyLogin = InferRequestType<(typeof api)['accounts']['passkey-login']['$post']>['json']

export const logInByPasskey = (response: AuthenticationResponseJSON) =>
  unwrap(api.accounts['passkey-login'].$post({ json: response as PasskeyLogin }))

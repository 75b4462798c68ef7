import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { InferRequestType } from 'hono/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

export const meQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['me'], staleTime: 60_000, queryFn: () => unwrap(api.accounts.me.$get()) })

export const logIn = (api: ApiClient, json: { login: string; password: string }) =>
  unwrap(api.accounts.login.$post({ json }))

export const answerChallenge = (api: ApiClient, json: { code: string; kind: 'totp' | 'recovery' }) =>
  unwrap(api.accounts['two-factor'].challenge.$post({ json }))

export const requestResetLink = (api: ApiClient, json: { login: string }) => unwrap(api.accounts.forgot.$post({ json }))

export const setPassword = (
  api: ApiClient,
  json: { password: string; confirm: string; present?: string; token?: string },
) => unwrap(api.accounts.password.$post({ json }))

export const startPasskeyLogin = (api: ApiClient) =>
  unwrap(
    api.accounts['passkey-login'].start.$post(),
  ) as Promise<unknown> as Promise<PublicKeyCredentialRequestOptionsJSON>

type PasskeyLogin = InferRequestType<ApiClient['accounts']['passkey-login']['$post']>['json']

export const logInByPasskey = (api: ApiClient, response: AuthenticationResponseJSON) =>
  unwrap(api.accounts['passkey-login'].$post({ json: response as PasskeyLogin }))

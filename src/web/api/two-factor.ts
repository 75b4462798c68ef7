import { queryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

/** Setting up two-step login. Apart from logging in, whose visitors do not need it. */
export const twoFactorQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['two-factor'], queryFn: () => unwrap(api.accounts['two-factor'].$get()) })

export const startTwoFactor = (api: ApiClient, json: { password: string; name: string }) =>
  unwrap(api.accounts['two-factor'].start.$post({ json }))

export const confirmTwoFactor = (api: ApiClient, json: { code: string }) =>
  unwrap(api.accounts['two-factor'].confirm.$post({ json }))

export const removeTwoFactor = (api: ApiClient, json: { password: string }) =>
  unwrap(api.accounts['two-factor'].remove.$post({ json }))

export const renewRecoveryCodes = (api: ApiClient, json: { password: string }) =>
  unwrap(api.accounts['two-factor']['recovery-codes'].$post({ json }))

import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import type { InferRequestType } from 'hono/client'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InviteAdministratorForm, OwnEmailForm, OwnNameForm } from '#shared/accounts/administrators.ts'
import type { Job } from '#shared/permissions.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readAdministrators = (api: ApiClient) => unwrap(api.administrators.$get())
export type Administrator = Awaited<ReturnType<typeof readAdministrators>>['administrators'][number]

export const administratorsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['administrators'], queryFn: () => readAdministrators(api) })

/** What one administrator may do shows in their own menu, too. */
export const administratorsChanged = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['administrators'] }),
    queries.invalidateQueries({ queryKey: ['me'] }),
  ])

export const inviteAdministrator = (api: ApiClient, json: InviteAdministratorForm) =>
  unwrap(api.administrators.$post({ json }))

export const inviteAdministratorAgain = (api: ApiClient, id: string) =>
  unwrap(api.administrators[':id'].invitation.$post({ param: { id } }))

export const changeJobs = (api: ApiClient, id: string, jobs: Job[]) =>
  unwrap(api.administrators[':id'].jobs.$put({ param: { id }, json: { jobs } }))

export const removeAdministrator = (api: ApiClient, id: string) =>
  unwrap(api.administrators[':id'].$delete({ param: { id } }))

export const saveOwnName = (api: ApiClient, json: OwnNameForm) => unwrap(api['own-name'].$put({ json }))

export const saveOwnEmail = (api: ApiClient, json: OwnEmailForm) => unwrap(api['own-email'].$put({ json }))

/** Who somebody is stands on every page. */
export const ownAccountChanged = (queries: QueryClient) =>
  Promise.all(['me', 'mine', 'administrators'].map((key) => queries.invalidateQueries({ queryKey: [key] })))

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

export const passkeysQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['passkeys'], queryFn: () => unwrap(api.accounts.passkeys.$get()) })

export const startPasskey = (api: ApiClient, json: { password: string }) =>
  unwrap(
    api.accounts.passkeys.start.$post({ json }),
  ) as Promise<unknown> as Promise<PublicKeyCredentialCreationOptionsJSON>

export const addPasskey = (api: ApiClient, json: { name: string; response: RegistrationResponseJSON }) =>
  unwrap(api.accounts.passkeys.$post({ json: json as InferRequestType<typeof api.accounts.passkeys.$post>['json'] }))

export const removePasskey = (api: ApiClient, id: string, json: { password: string }) =>
  unwrap(api.accounts.passkeys[':id'].remove.$post({ param: { id }, json }))

/** Where one is logged in. */
export const devicesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['devices'], queryFn: () => unwrap(api.accounts.devices.$get()) })

export const endDevice = (api: ApiClient, id: string) => unwrap(api.accounts.devices[':id'].$delete({ param: { id } }))

export const endOtherDevices = (api: ApiClient) => unwrap(api.accounts.devices.$delete())

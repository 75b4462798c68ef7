import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import type { InferRequestType } from 'hono/client'
import { queryOptions } from '@tanstack/react-query'
import type { InviteAdministratorForm, OwnEmailForm, OwnNameForm } from '#shared/accounts/administrators.ts'
import type { Job } from '#shared/permissions.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

const readAdministrators = () => unwrap(api.administrators.$get())
export type Administrator = Awaited<ReturnType<typeof readAdministrators>>['administrators'][number]

export const administratorsQuery = queryOptions({ queryKey: ['administrators'], queryFn: () => readAdministrators() })

/** What one administrator may do shows in their own menu, too. */
export const administratorsChanged = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['administrators'] }),
    queries.invalidateQueries({ queryKey: ['me'] }),
  ])

export const inviteAdministrator = (json: InviteAdministratorForm) => unwrap(api.administrators.$post({ json }))

export const inviteAdministratorAgain = (id: string) =>
  unwrap(api.administrators[':id'].invitation.$post({ param: { id } }))

export const changeJobs = (id: string, jobs: Job[]) =>
  unwrap(api.administrators[':id'].jobs.$put({ param: { id }, json: { jobs } }))

export const removeAdministrator = (id: string) => unwrap(api.administrators[':id'].$delete({ param: { id } }))

export const saveOwnName = (json: OwnNameForm) => unwrap(api['own-name'].$put({ json }))

export const saveOwnEmail = (json: OwnEmailForm) => unwrap(api['own-email'].$put({ json }))

/** Who somebody is stands on every page. */
export const ownAccountChanged = () =>
  Promise.all(['me', 'mine', 'administrators'].map((key) => queries.invalidateQueries({ queryKey: [key] })))

/** Setting up two-step login. Apart from logging in, whose visitors do not need it. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: () => unwrap(api.accounts['two-factor'].$get()),
})

export const startTwoFactor = (json: { password: string; name: string }) =>
  unwrap(api.accounts['two-factor'].start.$post({ json }))

export const confirmTwoFactor = (json: { code: string }) => unwrap(api.accounts['two-factor'].confirm.$post({ json }))

export const removeTwoFactor = (json: { password: string }) => unwrap(api.accounts['two-factor'].remove.$post({ json }))

export const renewRecoveryCodes = (json: { password: string }) =>
  unwrap(api.accounts['two-factor']['recovery-codes'].$post({ json }))

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => unwrap(api.accounts.passkeys.$get()),
})

export const startPasskey = (json: { password: string }) =>
  unwrap(
    api.accounts.passkeys.start.$post({ json }),
  ) as Promise<unknown> as Promise<PublicKeyCredentialCreationOptionsJSON>

export const addPasskey = (json: { name: string; response: RegistrationResponseJSON }) =>
  unwrap(api.accounts.passkeys.$post({ json: json as InferRequestType<typeof api.accounts.passkeys.$post>['json'] }))

export const removePasskey = (id: string, json: { password: string }) =>
  unwrap(api.accounts.passkeys[':id'].remove.$post({ param: { id }, json }))

/** Where one is logged in. */
export const devicesQuery = queryOptions({ queryKey: ['devices'], queryFn: () => unwrap(api.accounts.devices.$get()) })

export const endDevice = (id: string) => unwrap(api.accounts.devices[':id'].$delete({ param: { id } }))

export const endOtherDevices = () => unwrap(api.accounts.devices.$delete())

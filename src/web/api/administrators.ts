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

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { MemberFileKind } from '#shared/members/files.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'

const readMember = (api: ApiClient, id: string) => unwrap(api.members[':id'].$get({ param: { id } }))
export type Member = Awaited<ReturnType<typeof readMember>>['member']

export const memberQuery = (api: ApiClient, id: string) =>
  queryOptions({ queryKey: ['members', id], staleTime: 60_000, queryFn: () => readMember(api, id) })

export const countsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['members', 'counts'], queryFn: () => unwrap(api.admin.counts.$get()) })

/** Everything that shows a member is read again: the profile, its card, the lists and the counts. */
export const memberChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['members'] })

export const saveProfile = (api: ApiClient, id: string, json: Profile) =>
  unwrap(api.members[':id'].$put({ param: { id }, json }))

export const sendMemberFile =
  (kind: MemberFileKind): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/member-files/${kind}`, file, how)

export const giveOneTimeCode = (api: ApiClient, id: string) =>
  unwrap(api.members[':id']['one-time-code'].$post({ param: { id } }))

export const resetToBirthday = (api: ApiClient, id: string) =>
  unwrap(api.members[':id']['birthdate-password'].$post({ param: { id } }))

export const removeTwoFactor = (api: ApiClient, id: string) =>
  unwrap(api.members[':id']['two-factor-removal'].$post({ param: { id } }))

export const setWithdrawn = (api: ApiClient, id: string, withdrawn: boolean) =>
  unwrap(api.members[':id'].withdrawal.$post({ param: { id }, json: { withdrawn } }))

export const renewCardCode = (api: ApiClient, id: string) =>
  unwrap(api.members[':id']['card-code'].$post({ param: { id } }))

export const setHealthConsent = (api: ApiClient, id: string, consent: boolean) =>
  unwrap(api.members[':id']['health-consent'].$post({ param: { id }, json: { consent } }))

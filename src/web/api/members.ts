import { queryOptions } from '@tanstack/react-query'
import { answer, type ApiClient } from '#web/api/client.ts'

const readMember = (api: ApiClient, id: string) => answer(api.members[':id'].$get({ param: { id } }))
export type Member = Awaited<ReturnType<typeof readMember>>['member']

export const memberQuery = (api: ApiClient, id: string) =>
  queryOptions({ queryKey: ['members', id], staleTime: 60_000, queryFn: () => readMember(api, id) })

export const countsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['members', 'counts'], queryFn: () => answer(api.admin.counts.$get()) })

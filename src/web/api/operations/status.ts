import { queryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readStatus = (api: ApiClient) => unwrap(api.status.$get())
export type Status = Awaited<ReturnType<typeof readStatus>>
export type StatusNode = Status['nodes'][number]
export type StatusJob = Status['jobs'][number]

export const statusQuery = (api: ApiClient) => queryOptions({ queryKey: ['status'], queryFn: () => readStatus(api) })

export const sendTestEmail = (api: ApiClient) => unwrap(api.status['test-emails'].$post())

/** Followed until it left, or failed. */
export const testEmailQuery = (api: ApiClient, id: string | undefined) =>
  queryOptions({
    queryKey: ['status', 'test-email', id],
    queryFn: () => unwrap(api.status['test-emails'][':id'].$get({ param: { id: id ?? '' } })),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'waiting' ? false : 1000),
  })

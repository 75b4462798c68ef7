import { queryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readMonitor = (api: ApiClient, id: string) => unwrap(api.elections[':id'].monitor.$get({ param: { id } }))
export type Monitor = Awaited<ReturnType<typeof readMonitor>>

const againMs = 10_000

/** Looked at again and again while voting goes on and the last ballots are counted. */
export const monitorQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'monitor'],
    networkMode: 'always',
    queryFn: () => readMonitor(api, id),
    refetchInterval: ({ state: { data } }) =>
      data?.stage === 'voting' || data?.stage === 'counting' ? againMs : false,
  })

import { infiniteQueryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

type Asked = Parameters<ApiClient['audit']['$get']>[0]['query']

const readLog = (api: ApiClient, query: Asked) => unwrap(api.audit.$get({ query }))
export type LogEntry = Awaited<ReturnType<typeof readLog>>['entries'][number]
export type AuditAction = LogEntry['action']

export interface LogActor {
  id: string
  name: string
}

interface LogFilter {
  action?: AuditAction
  actor?: string
}

export const logQuery = (api: ApiClient, { action, actor }: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', action ?? '', actor ?? ''],
    queryFn: ({ pageParam }) =>
      readLog(api, {
        ...(action && { action }),
        ...(actor && { actor }),
        ...(pageParam !== null && { before: pageParam }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })

export const checkLog = (api: ApiClient) => unwrap(api.audit.check.$get())

export const exportAddress = '/api/audit.csv'

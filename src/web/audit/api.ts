import { infiniteQueryOptions } from '@tanstack/react-query'
import type { LogFilter } from '#shared/audit/filter.ts'
import { api, unwrap } from '#web/api/client.ts'

type AuditQuery = Parameters<(typeof api)['audit']['$get']>[0]['query']

const readLog = (query: AuditQuery) => unwrap(api.audit.$get({ query }))
export type LogEntry = Awaited<ReturnType<typeof readLog>>['entries'][number]

export interface LogActor {
  id: string
  name: string
}

/** The parts of the filter that are set. */
const filledParts = (filter: LogFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as LogFilter

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filledParts(filter)],
    queryFn: ({ pageParam }) => readLog({ ...filledParts(filter), ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })

export const checkLog = () => unwrap(api.audit.check.$get())

/** The address of the same entries as a file: in words, or as they were written. */
export function exportAddress(how: 'in words' | 'as written', filter: LogFilter): string {
  const query = new URLSearchParams(filledParts(filter) as Record<string, string>).toString()
  return `/api/${how === 'in words' ? 'audit-in-words' : 'audit'}.csv${query && `?${query}`}`
}

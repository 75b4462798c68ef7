import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Dispensable } from '#shared/dashboard/checklist.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'

/** What waits for this administrator: the list, and the badges of the menu on every screen. */
export const toDoQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['dashboard', 'to-do'],
    queryFn: () => unwrap(api.dashboard['to-do'].$get()),
    refetchInterval: 60_000,
  })

export const checklistQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['dashboard', 'checklist'], queryFn: () => unwrap(api.dashboard.checklist.$get()) })

export const answerChecklist = (api: ApiClient, item: Dispensable, needed: boolean) =>
  unwrap(api.dashboard.checklist[':item'].$put({ param: { item }, json: { needed } }))

export const isOfDashboard = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] === 'dashboard'

export const dashboardChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['dashboard'] })

export const ownDigestQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['own-digest'], queryFn: () => unwrap(api['own-digest'].$get()) })

export const changeOwnDigest = (api: ApiClient, on: boolean) => unwrap(api['own-digest'].$put({ json: { on } }))

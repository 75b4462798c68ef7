import { queryOptions } from '@tanstack/react-query'
import type { Dispensable } from '#shared/dashboard/checklist.ts'
import { api, unwrap } from './client.ts'
import { queries } from './query-client.ts'

/** What waits for this administrator: the list, and the badges of the menu on every screen. */
export const toDoQuery = queryOptions({
  queryKey: ['dashboard', 'to-do'],
  queryFn: () => unwrap(api.dashboard['to-do'].$get()),
  refetchInterval: 60_000,
})

export const checklistQuery = queryOptions({
  queryKey: ['dashboard', 'checklist'],
  queryFn: () => unwrap(api.dashboard.checklist.$get()),
})

export const answerChecklist = (item: Dispensable, needed: boolean) =>
  unwrap(api.dashboard.checklist[':item'].$put({ param: { item }, json: { needed } }))

export const isOfDashboard = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] === 'dashboard'

export const dashboardChanged = () => queries.invalidateQueries({ queryKey: ['dashboard'] })

export const ownDigestQuery = queryOptions({
  queryKey: ['own-digest'],
  queryFn: () => unwrap(api['own-digest'].$get()),
})

export const changeOwnDigest = (on: boolean) => unwrap(api['own-digest'].$put({ json: { on } }))

import { queryOptions } from '@tanstack/react-query'
import type { OptionalItem } from '#shared/dashboard/checklist.ts'
import { api, unwrap } from '#web/api/client.ts'

export const checklistQuery = queryOptions({
  queryKey: ['dashboard', 'checklist'],
  queryFn: () => unwrap(api.dashboard.checklist.$get()),
})

export const answerChecklist = (item: OptionalItem, needed: boolean) =>
  unwrap(api.dashboard.checklist[':item'].$put({ param: { item }, json: { needed } }))

export const ownDigestQuery = queryOptions({
  queryKey: ['own-digest'],
  queryFn: () => unwrap(api['own-digest'].$get()),
})

export const changeOwnDigest = (on: boolean) => unwrap(api['own-digest'].$put({ json: { on } }))

import { queryOptions } from '@tanstack/react-query'
import type { ManyChange } from '#shared/members/listing/change-many.ts'
import { filterQuery, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

/** Changes one batch. Callers repeat it until nobody is left. */
export const changeMany = (filter: MemberFilter, json: ManyChange) =>
  unwrap(api.members.changes.$post({ query: { searchQuery: '', ...filterQuery(filter) }, json }))

const readViewers = () => unwrap(api.viewers.$get())
export type Viewer = Awaited<ReturnType<typeof readViewers>>['viewers'][number]

export const viewersQuery = queryOptions({ queryKey: ['viewers'], queryFn: () => readViewers() })

export const invalidateViewers = (): Promise<void> => queries.invalidateQueries({ queryKey: ['viewers'] })

export const searchViewerCandidates = (q: string, signal: AbortSignal) =>
  unwrap(api['viewer-candidates'].$get({ query: { q } }, { init: { signal } }))
export type ViewerCandidate = Awaited<ReturnType<typeof searchViewerCandidates>>['members'][number]

export const addViewer = (memberId: string) => unwrap(api.viewers.$post({ json: { memberId } }))

export const removeViewer = (id: string) => unwrap(api.viewers[':id'].$delete({ param: { id } }))

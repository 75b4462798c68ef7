import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readViewers = (api: ApiClient) => unwrap(api.viewers.$get())
export type Viewer = Awaited<ReturnType<typeof readViewers>>['viewers'][number]

export const viewersQuery = (api: ApiClient) => queryOptions({ queryKey: ['viewers'], queryFn: () => readViewers(api) })

export const invalidateViewers = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['viewers'] })

export const searchViewerCandidates = (api: ApiClient, q: string, signal: AbortSignal) =>
  unwrap(api['viewer-candidates'].$get({ query: { q } }, { init: { signal } }))
export type ViewerCandidate = Awaited<ReturnType<typeof searchViewerCandidates>>['members'][number]

export const addViewer = (api: ApiClient, memberId: string) => unwrap(api.viewers.$post({ json: { memberId } }))

export const removeViewer = (api: ApiClient, id: string) => unwrap(api.viewers[':id'].$delete({ param: { id } }))

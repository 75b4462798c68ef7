import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readNotes = (api: ApiClient, id: string) => unwrap(api.members[':id'].notes.$get({ param: { id } }))
export type Note = Awaited<ReturnType<typeof readNotes>>['notes'][number]

export const notesQuery = (api: ApiClient, id: string) =>
  queryOptions({ queryKey: ['members', id, 'notes'], queryFn: () => readNotes(api, id) })

export const addNote = (api: ApiClient, id: string, text: string) =>
  unwrap(api.members[':id'].notes.$post({ param: { id }, json: { text } }))

export const deleteNote = (api: ApiClient, id: string, note: string) =>
  unwrap(api.members[':id'].notes[':note'].$delete({ param: { id, note } }))

/** A note is in the history, too. */
export const notesChanged = (queries: QueryClient, id: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['members', id] })

const readHistory = (api: ApiClient, id: string, before: number | null) =>
  unwrap(api.members[':id'].history.$get({ param: { id }, query: before === null ? {} : { before } }))

/** What the log says about a member, page after page. */
export const historyQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: ['members', id, 'history'],
    queryFn: ({ pageParam }) => readHistory(api, id, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })

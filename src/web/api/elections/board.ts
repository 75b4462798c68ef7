import { queryOptions } from '@tanstack/react-query'
import type { Board } from '#shared/elections/board/board.ts'
import { ApiError, unwrap, type ApiClient } from '#web/api/client.ts'

export const testQuery = (rehearsal: boolean) => (rehearsal ? { test: '1' } : {})

const readBoard = (api: ApiClient, id: string, rehearsal: boolean, signal?: AbortSignal): Promise<Board> =>
  unwrap(
    api.elections[':id'].board.$get({ param: { id }, query: testQuery(rehearsal) }, signal && { init: { signal } }),
  )

/** Null for an election that does not exist. */
export async function findBoard(
  api: ApiClient,
  id: string,
  rehearsal: boolean,
  signal?: AbortSignal,
): Promise<Board | null> {
  try {
    return await readBoard(api, id, rehearsal, signal)
  } catch (error) {
    if (error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.code)) return null
    throw error
  }
}

/** What everybody may know of the board of an election; null for one that is none. */
export const boardQuery = (api: ApiClient, id: string, { rehearsal = false } = {}) =>
  queryOptions({
    queryKey: ['boards', id, { rehearsal }],
    // The page is about this election: without it, the address is one that leads nowhere.
    meta: { subject: true },
    // A page that lay in a cache may be a minute old: it is read again once it is shown.
    staleTime: 5000,
    queryFn: () => findBoard(api, id, rehearsal),
  })

const readBoards = (api: ApiClient) => unwrap(api.boards.$get())
export type BoardChoice = Awaited<ReturnType<typeof readBoards>>['elections'][number]

/** Every election, the latest first. */
export const boardsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['boards'], staleTime: 5000, queryFn: () => readBoards(api) })

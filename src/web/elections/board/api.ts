import { queryOptions } from '@tanstack/react-query'
import type { Board } from '#shared/elections/board/board.ts'
import { ApiError, api, unwrap, noConnectionText } from '#web/api/client.ts'
import type { BoardSource } from './check-receipt.ts'

export const readBoard = (id: string, signal?: AbortSignal): Promise<Board> =>
  unwrap(api.elections[':id'].board.$get({ param: { id } }, signal && { init: { signal } }))

/** Null for an election that does not exist. */
async function findBoard(id: string, signal?: AbortSignal): Promise<Board | null> {
  try {
    return await readBoard(id, signal)
  } catch (error) {
    if (error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.code)) return null
    throw error
  }
}

/** The public part of an election's board; null if there is no such election. */
export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: ['boards', id],
    // The page is about this election: without it, the page is not found.
    meta: { subject: true },
    // A cached page may be a minute old: read it again once it is shown.
    staleTime: 5000,
    queryFn: () => findBoard(id),
  })

const readBoards = () => unwrap(api.boards.$get())
export type BoardChoice = Awaited<ReturnType<typeof readBoards>>['elections'][number]

/** Every election, the latest first. */
export const boardsQuery = queryOptions({ queryKey: ['boards'], staleTime: 5000, queryFn: () => readBoards() })

/** How long a tile may take on a poor connection. */
const answerWithinMs = 60_000

/** What a receipt is checked against: none of these addresses reveals which leaves are meant. */
export function boardSource(electionId: string): BoardSource {
  const init = (): RequestInit => ({ signal: AbortSignal.timeout(answerWithinMs) })
  return {
    board: (id) => findBoard(id, AbortSignal.timeout(answerWithinMs)),
    tile: (tile, bypassCache) =>
      readBytes(
        api.elections[':id'].board.leaves[':tile'].$get(
          { param: { id: electionId, tile: String(tile) } },
          { init: { ...init(), ...(bypassCache && { cache: 'reload' as const }) } },
        ),
      ),
    bucket: async (size, bucket) => {
      const { leaves } = await unwrap(
        api.elections[':id'].board.buckets[':size'][':bucket'].$get(
          { param: { id: electionId, size: String(size), bucket: String(bucket) } },
          { init: init() },
        ),
      )
      return leaves
    },
  }
}

async function readBytes(request: Promise<Response>): Promise<Uint8Array> {
  const response = await request.catch(lost)
  // Throws with the site's message.
  if (!response.ok) return unwrap<Uint8Array>(Promise.resolve(response))
  return new Uint8Array(await response.arrayBuffer().catch(lost))
}

const lost = (): never => {
  throw new ApiError({ code: 'no-connection', message: noConnectionText })
}

export const packageHref = (id: string) => `/api/elections/${id}/board/package.zip`

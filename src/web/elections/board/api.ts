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

/** What everybody may know of the board of an election; null for one that is none. */
export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: ['boards', id],
    // The page is about this election: without it, the address is one that leads nowhere.
    meta: { subject: true },
    // A page that lay in a cache may be a minute old: it is read again once it is shown.
    staleTime: 5000,
    queryFn: () => findBoard(id),
  })

const readBoards = () => unwrap(api.boards.$get())
export type BoardChoice = Awaited<ReturnType<typeof readBoards>>['elections'][number]

/** Every election, the latest first. */
export const boardsQuery = queryOptions({ queryKey: ['boards'], staleTime: 5000, queryFn: () => readBoards() })

/** How long a tile may take on a poor link. */
const answerWithinMs = 60_000

/** Where a receipt is checked against: of all these addresses none tells which leaves are meant. */
export function boardSource(electionId: string): BoardSource {
  const init = (): RequestInit => ({ signal: AbortSignal.timeout(answerWithinMs) })
  return {
    board: (id) => findBoard(id, AbortSignal.timeout(answerWithinMs)),
    tile: (tile, anew) =>
      readBytes(
        api.elections[':id'].board.leaves[':tile'].$get(
          { param: { id: electionId, tile: String(tile) } },
          { init: { ...init(), ...(anew && { cache: 'reload' as const }) } },
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
  // Throws, with what the site has to say.
  if (!response.ok) return unwrap<Uint8Array>(Promise.resolve(response))
  return new Uint8Array(await response.arrayBuffer().catch(lost))
}

const lost = (): never => {
  throw new ApiError({ code: 'no-connection', message: noConnectionText })
}

export const packageHref = (id: string) => `/api/elections/${id}/board/package.zip`

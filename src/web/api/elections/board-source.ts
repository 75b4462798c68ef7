import { noConnectionText } from '#shared/basic-text.ts'
import type { BoardSource } from '#shared/elections/board/check-receipt.ts'
import { ApiError, unwrap, type ApiClient } from '#web/api/client.ts'
import { findBoard, testQuery } from '#web/api/elections/board.ts'

/** How long a tile may take on a poor link. */
const answerWithinMs = 60_000

/** Where a receipt is checked against: of all these addresses none tells which leaves are meant. */
export function boardSource(api: ApiClient, electionId: string, rehearsal: boolean): BoardSource {
  const query = testQuery(rehearsal)
  const init = (): RequestInit => ({ signal: AbortSignal.timeout(answerWithinMs) })
  return {
    board: (id, test) => findBoard(api, id, test, AbortSignal.timeout(answerWithinMs)),
    tile: (tile, anew) =>
      readBytes(
        api.elections[':id'].board.leaves[':tile'].$get(
          { param: { id: electionId, tile: String(tile) }, query },
          { init: { ...init(), ...(anew && { cache: 'reload' as const }) } },
        ),
      ),
    bucket: async (size, bucket) => {
      const { leaves } = await unwrap(
        api.elections[':id'].board.buckets[':size'][':bucket'].$get(
          { param: { id: electionId, size: String(size), bucket: String(bucket) }, query },
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

import type { QueryClient } from '@tanstack/react-query'
import { membersPerPage } from '#shared/members/listing.ts'
import type { Instant } from '#shared/time.ts'
import type { ApiClient } from '#web/api/client.ts'
import { listQuery } from '#web/api/listing.ts'

export interface Everybody {
  people: number
  concerned: number
  /** When the newest of them applied, by the server's clock: who applies later is not among "all". */
  appliedUntil: Instant
}

const atOnce = 4

/** Reads the whole queue before "all" is offered, so that the question says how many there are and whom to look at twice. */
export async function lookThrough(
  api: ApiClient,
  queries: QueryClient,
  { signal, onLooked }: { signal: AbortSignal; onLooked: (done: number, of: number) => void },
): Promise<Everybody> {
  const seen = new Map<string, { concerned: boolean; appliedAt: Instant }>()
  const read = async (page: number) => {
    const wanted = { approved: false, page, searchQuery: '' }
    const { users, count } = await queries.fetchQuery({ ...listQuery(api, wanted), staleTime: 0 })
    for (const row of users)
      if ('id' in row) seen.set(row.id, { concerned: (row.concerns ?? []).length > 0, appliedAt: row.appliedAt ?? 0 })
    return count
  }

  const count = await read(1)
  const pages = Math.ceil(count / membersPerPage)
  for (let page = 2; page <= pages && !signal.aborted; page += atOnce) {
    onLooked((page - 1) * membersPerPage, count)
    await Promise.all(Array.from({ length: Math.min(atOnce, pages - page + 1) }, (_, place) => read(page + place)))
  }
  const people = [...seen.values()]
  return {
    people: people.length,
    concerned: people.filter(({ concerned }) => concerned).length,
    appliedUntil: Math.max(0, ...people.map(({ appliedAt }) => appliedAt)),
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { membersPerPage } from '#shared/members/listing/listing.ts'
import { useApi } from '#web/api/client.ts'
import { listQuery } from '#web/api/members/listing.ts'
import { memberQuery } from '#web/api/members/profile.ts'
import { isWaiting, nextAfter, type Waiting } from '#web/members/approval/queue.ts'
import { changePlace, placeNow, useListPlace } from '#web/members/list-address.ts'

const none: readonly Waiting[] = []

/**
 * The page of the queue, and who of it is on the screen. The address names them; where there is room for both, the first
 * is shown unasked. Somebody whom another administrator decides on meanwhile stays on the screen: nothing changes under the
 * finger that is about to press.
 */
export function useQueue(hidden: ReadonlySet<string>, wide: boolean) {
  const api = useApi()
  const queries = useQueryClient()
  const { page, searchQuery, applicant, returned } = useListPlace()
  const wanted = { approved: false, returned, page, filter: { searchQuery } }
  const list = useQuery(listQuery(api, wanted))
  const { data, isPlaceholderData, isFetching } = list

  const all: readonly Waiting[] = data?.users.filter(isWaiting) ?? none
  const rows = all.filter(({ id }) => !hidden.has(id))
  const first = wide && !isPlaceholderData ? rows[0]?.id : undefined
  const current = applicant !== null && !hidden.has(applicant) ? applicant : (first ?? null)
  const place = rows.findIndex(({ id }) => id === current)
  const pageCount = Math.ceil((data?.count ?? 0) / membersPerPage)
  const after = rows[place + 1]?.id

  useEffect(() => {
    if (current !== null && after) void queries.prefetchQuery(memberQuery(api, after))
  }, [api, queries, current, after])

  // The last page may have been emptied by decisions.
  const isPastEnd = data !== undefined && !isPlaceholderData && !isFetching && data.users.length === 0 && page > 1
  useEffect(() => {
    if (isPastEnd) changePlace({ page: Math.max(1, pageCount) }, { replace: true })
  }, [isPastEnd, pageCount])

  const choose = (id: string | null) => changePlace({ applicant: id }, { replace: placeNow().applicant !== null })

  /** At the end of a page it goes on with the next. */
  async function step(by: 1 | -1) {
    // By the address, which is ahead of the screen when a key is pressed twice in quick succession.
    const here = placeNow().applicant
    const at = here === null || hidden.has(here) ? place : rows.findIndex(({ id }) => id === here)
    const neighbour = rows[at + by]
    if (neighbour && (at >= 0 || by === 1)) return choose(neighbour.id)
    const turned = page + by
    if (turned < 1 || turned > pageCount) return
    const { users } = await queries.fetchQuery(listQuery(api, { ...wanted, page: turned }))
    const there = users.filter(isWaiting).filter(({ id }) => !hidden.has(id))
    const next = by === 1 ? there[0] : there.at(-1)
    if (next) changePlace({ page: turned, applicant: next.id }, { replace: applicant !== null })
  }

  /** Away from somebody who has just been decided on. */
  function moveOn(people: readonly Waiting[]) {
    const gone = new Set(people.map(({ id }) => id))
    if (current !== null && gone.has(current))
      changePlace({ applicant: nextAfter(rows, current, gone) }, { replace: true })
  }

  return {
    list,
    rows,
    current,
    currentRow: rows[place],
    /** From 1, within all who wait. */
    position: place < 0 ? null : (page - 1) * membersPerPage + place + 1,
    /** Without those just decided on, whom the server may still count. */
    count: data && data.count - (all.length - rows.length),
    page,
    pageCount,
    searchQuery,
    returned,
    choose,
    step: (by: 1 | -1) => void step(by).catch(() => changePlace({ page: page + by })),
    moveOn,
  }
}

export type Queue = ReturnType<typeof useQueue>

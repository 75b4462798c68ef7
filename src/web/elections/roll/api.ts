import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RollCorrectionForm, RollFilter } from '#shared/elections/roll/roll.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import { api, ApiError, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

/** Null while no election is planned. */
export const rollStateQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'roll'],
    queryFn: () =>
      unwrap(api.elections[':id'].roll.$get({ param: { id } })).catch((error: unknown) => {
        if (id === 'current' && error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }),
  })

interface RollWanted {
  q: string
  region: RollRegion | ''
  show: RollFilter
}

/** The list, one page at a time: never all of it. */
export const votersQuery = (id: string, { q, region, show }: RollWanted) =>
  infiniteQueryOptions({
    queryKey: ['elections', id, 'roll', 'voters', q, region, show],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.elections[':id'].roll.voters.$get(
          {
            param: { id },
            query: { q, show, ...(region && { region }), ...(pageParam !== null && { after: pageParam }) },
          },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

const readCorrections = (id: string) => unwrap(api.elections[':id'].corrections.$get({ param: { id } }))

export const correctionsQuery = (id: string) =>
  queryOptions({ queryKey: ['elections', id, 'corrections'], queryFn: () => readCorrections(id) })

export const correctRoll = (id: string, json: RollCorrectionForm) =>
  unwrap(api.elections[':id'].roll.corrections.$post({ param: { id }, json }))

/** Reloads everything that shows who may vote. */
export const invalidateRoll = () => queries.invalidateQueries({ queryKey: ['elections'] })

export const votersFile = (id: string, kind: 'csv' | 'pdf') => `/api/elections/${id}/roll.${kind}`
export const publicRollFile = (id: string) => `/api/elections/${id}/board/roll.csv`

/** A member's own line on the roll of the current election. */
export const myLineQuery = queryOptions({
  queryKey: ['elections', 'current', 'my line'],
  queryFn: () => unwrap(api.elections[':id']['my-line'].$get({ param: { id: 'current' } })),
})

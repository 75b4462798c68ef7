import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, api, unwrap, noConnectionText } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { readBoard } from '#web/elections/board/api.ts'

const everyMinute = 60_000

const readObserved = () => unwrap(api.observing.$get())
export type ObservedElection = Awaited<ReturnType<typeof readObserved>>['elections'][number]

/** The elections this observer was invited to. */
export const observedQuery = queryOptions({ queryKey: ['observing'], queryFn: () => readObserved() })

const readOverview = (id: string) => unwrap(api.observing[':id'].$get({ param: { id } }))
export type Overview = Awaited<ReturnType<typeof readOverview>>

export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['observing', id],
    queryFn: () => readOverview(id),
    refetchInterval: everyMinute,
  })

export const observedBoardQuery = (id: string) =>
  queryOptions({
    queryKey: ['observing', id, 'board'],
    queryFn: () => readBoard(id),
    refetchInterval: everyMinute,
  })

export const invalidateBoard = (id: string) => queries.invalidateQueries({ queryKey: ['observing', id, 'board'] })

/** The signed heads from a number on, as the lines of a file; the site returns them in pieces. */
export async function fetchHeads(id: string, from: number): Promise<string[]> {
  const text = await fetchText(`/api/elections/${id}/board/heads.ndjson?from=${from}`)
  return text.split('\n').filter((line) => line !== '')
}

/** The proof that the board of `from` votes is a prefix of that of `to`; null if the site has none. */
export async function fetchConsistency(
  id: string,
  { from, to }: { from: number; to: number },
): Promise<string[] | null> {
  const query = { from: String(from), to: String(to) }
  try {
    return (await unwrap(api.elections[':id'].board.consistency.$get({ param: { id }, query }))).proof
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return null
    throw error
  }
}

const readLog = (id: string, before: number | null) =>
  unwrap(api.observing[':id'].log.$get({ param: { id }, query: before === null ? {} : { before } }))
export type ElectionLogEntry = Awaited<ReturnType<typeof readLog>>['entries'][number]

export const electionLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['observing', id, 'log'],
    refetchInterval: everyMinute,
    queryFn: ({ pageParam }) => readLog(id, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })

export const checkElectionLog = (id: string) => unwrap(api.observing[':id'].log.check.$get({ param: { id } }))

const readRoll = (id: string, after: string | null) =>
  unwrap(api.observing[':id'].roll.$get({ param: { id }, query: after === null ? {} : { after } }))
export type RollLine = Awaited<ReturnType<typeof readRoll>>['lines'][number]

/** Opening it is logged, so it is opened only on request. */
export const rollQuery = (id: string, enabled: boolean) =>
  infiniteQueryOptions({
    queryKey: ['observing', id, 'roll'],
    enabled,
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam }) => readRoll(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

export const rollHref = (id: string) => `/api/observing/${id}/roll.csv`

export const fetchRoll = (id: string) => fetchText(rollHref(id))

async function fetchText(address: string): Promise<string> {
  // A cache may hold something slightly older.
  const response = await fetch(address, { cache: 'no-store' }).catch(() => {
    throw new ApiError({ code: 'no-connection', message: noConnectionText })
  })
  return response.ok ? response.text() : unwrap<string>(Promise.resolve(response))
}

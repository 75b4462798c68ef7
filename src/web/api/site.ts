import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { fiveMinutesMs } from './query-client.ts'

export const siteQuery = queryOptions({
  queryKey: ['site'],
  staleTime: fiveMinutesMs,
  queryFn: () => unwrap(api.site.$get()),
})

/** The association's name, contacts and fee, and its election; included in every page's initial HTML. */
export function useSite() {
  return useSuspenseQuery(siteQuery).data
}

export type Site = ReturnType<typeof useSite>

interface Changing {
  data: { stripUntil: number | null; now: number } | null | undefined
  /** By the clock of whoever fetched it: the server's for what is in the page, then this device's. */
  dataUpdatedAt: number
}

/**
 * A visible page refetches at the instant at which the election changes, even if the device's clock is wrong; a page in the
 * background does so when it comes back, or thousands would ask in one second.
 */
export const askAtChange = {
  refetchInterval: ({ state: { data, dataUpdatedAt } }: { state: Changing }) => {
    if (!data?.stripUntil) return false
    const ahead = data.stripUntil - data.now
    return Math.max(1000, Math.min(ahead, ahead - (Date.now() - dataUpdatedAt)))
  },
}

/** For those who may change them. */
export const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => unwrap(api.settings.$get()) })

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { unwrap, useApi, type ApiClient } from '#web/api/client.ts'
import { fiveMinutes } from '#web/api/query-client.ts'

export const siteQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['site'], staleTime: fiveMinutes, queryFn: () => unwrap(api.site.$get()) })

/** The association's name, contacts and fee; they are in every page's first HTML. */
export function useSite() {
  return useSuspenseQuery(siteQuery(useApi())).data
}

export type Site = ReturnType<typeof useSite>

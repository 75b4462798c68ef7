import { queryOptions } from '@tanstack/react-query'
import { answer, type ApiClient } from '#web/api/client.ts'
import { fiveMinutes } from '#web/api/query-client.ts'

export const homePageQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['pages', 'home'], staleTime: fiveMinutes, queryFn: () => answer(api.pages.home.$get()) })

/** The sections a visitor may read. */
export type PublicSection = 'Whats New' | 'Events'

export const linksQuery = (api: ApiClient, section: PublicSection) =>
  queryOptions({
    queryKey: ['links', section],
    staleTime: fiveMinutes,
    queryFn: () => answer(api.links.$get({ query: { section } })),
  })

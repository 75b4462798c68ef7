import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  listKeptMs,
  type ListedApplicant,
  type ListedForReaders,
  type ListedMember,
} from '#shared/members/listing/listing.ts'
import { filterQuery, type MemberFilter, type Sort } from '#shared/members/listing/member-filter.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'

export type ListRow = ListedMember | ListedForReaders | ListedApplicant

interface ListWanted {
  /** False for those who wait for approval. */
  approved: boolean
  /** Of those, who was asked for a correction. */
  returned?: boolean
  page: number
  filter: MemberFilter
  sort?: Sort | undefined
}

/** A page of the list. The page before it stays on the screen until this one is there. */
export const listQuery = (api: ApiClient, { approved, returned = false, page, filter, sort }: ListWanted) =>
  queryOptions({
    queryKey: ['members', 'list', { approved, returned, page, filter, sort }],
    staleTime: listKeptMs,
    placeholderData: keepPreviousData,
    // A lost connection is told, not waited out in silence.
    networkMode: 'always',
    queryFn: () =>
      unwrap(
        api.members.$get({
          query: {
            approved: `${approved}`,
            returned: `${returned}`,
            page: `${page}`,
            searchQuery: '',
            ...filterQuery(filter),
            ...(sort && { sort }),
          },
        }),
      ),
  })

/** After applicants have been decided on. */
export async function listChanged(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['members', 'list'] }),
    queries.invalidateQueries({ queryKey: ['members', 'counts'] }),
  ])
}

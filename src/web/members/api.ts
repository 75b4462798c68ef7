import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  listKeptMs,
  type ListedApplicant,
  type ListedForReaders,
  type ListedMember,
} from '#shared/members/listing/listing.ts'
import { filterQuery, type MemberFilter, type Sort } from '#shared/members/listing/member-filter.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readMember = (api: ApiClient, id: string) => unwrap(api.members[':id'].$get({ param: { id } }))
export type Member = Awaited<ReturnType<typeof readMember>>['member']

export const memberQuery = (api: ApiClient, id: string) =>
  queryOptions({ queryKey: ['members', id], staleTime: 60_000, queryFn: () => readMember(api, id) })

export const countsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['members', 'counts'], queryFn: () => unwrap(api.admin.counts.$get()) })

/** Everything that shows a member is read again: the profile, its card, the lists and the counts. */
export const invalidateMembers = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['members'] })

export type ListRow = ListedMember | ListedForReaders | ListedApplicant

interface ListRequest {
  /** False for those who wait for approval. */
  approved: boolean
  /** Of those, who was asked for a correction. */
  returned?: boolean
  page: number
  filter: MemberFilter
  sort?: Sort | undefined
}

/** A page of the list. The page before it stays on the screen until this one is there. */
export const listQuery = (api: ApiClient, { approved, returned = false, page, filter, sort }: ListRequest) =>
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

/** Many have come, gone or been decided on: everything that shows people is read again. */
export async function invalidatePeople(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: ['approvals'] }), invalidateMembers(queries)])
}

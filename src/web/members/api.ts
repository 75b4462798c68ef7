import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  listKeptMs,
  membersPerPage,
  type ListedApplicant,
  type ListedForAdmins,
  type ListedForReaders,
  type ListedMember,
  type MembersPage,
} from '#shared/members/listing/listing.ts'
import { filterQuery, type MemberFilter, type Sort } from '#shared/members/listing/member-filter.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

const readMember = (id: string) => unwrap(api.members[':id'].$get({ param: { id } }))
export type Member = Awaited<ReturnType<typeof readMember>>['member']
/** The state of the account, for an administrator who may help with it. */
export type AccountStanding = NonNullable<Awaited<ReturnType<typeof readMember>>['standing']>

/** The standing of a member's dues, for the member and for those who look after members. */
export type MemberStanding = NonNullable<Awaited<ReturnType<typeof readMember>>['dues']>

export const memberQuery = (id: string) =>
  queryOptions({ queryKey: ['members', id], staleTime: 60_000, queryFn: () => readMember(id) })

export const countsQuery = queryOptions({
  queryKey: ['members', 'counts'],
  queryFn: () => unwrap(api.admin.counts.$get()),
})

/** Refetches everything that shows a member: the profile, its card, the lists and the counts. */
export const invalidateMembers = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members'] })

export type ListRow = ListedMember | ListedForReaders | ListedForAdmins | ListedApplicant

interface ListRequest {
  /** False for applicants who wait for approval. */
  approved: boolean
  /** Of those, only applicants who were asked for a correction. */
  returned?: boolean
  page: number
  rows?: number
  filter: MemberFilter
  sort?: Sort | undefined
}

const listKey = (request: ListRequest) => ['members', 'list', request] as const

/** A page of the list. The page before it stays on the screen until this one has loaded. */
export const listQuery = ({ approved, returned = false, page, rows = membersPerPage, filter, sort }: ListRequest) =>
  queryOptions({
    queryKey: listKey({ approved, returned, page, rows, filter, sort }),
    staleTime: listKeptMs,
    placeholderData: keepPreviousData,
    // Shows a lost connection as an error, instead of waiting in silence until it is back.
    networkMode: 'always',
    queryFn: () =>
      unwrap(
        api.members.$get({
          query: {
            approved: `${approved}`,
            returned: `${returned}`,
            page: `${page}`,
            rows: `${rows}`,
            searchQuery: '',
            ...filterQuery(filter),
            ...(sort && { sort }),
            ...nearOf({ approved, returned, page, rows, filter, sort }),
          },
        }),
      ),
  })

/** The first member of a page seen before: from there the server finds a page near it, however deep in the list. */
function nearOf({ page, ...request }: ListRequest): Record<string, string> {
  for (const seen of [page - 1, page + 1, page - 2, page + 2]) {
    const first = queries.getQueryData<MembersPage>(listKey({ ...request, page: seen }))?.users[0]?.idNumber
    if (first) return { near: `${seen} ${first}` }
  }
  return {}
}

/** Many were added, removed or decided on: refetches everything that shows people. */
export async function invalidatePeople(): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: ['approvals'] }), invalidateMembers()])
}

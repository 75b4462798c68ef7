import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { filterQuery, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { isUnderWay } from '#shared/members/mailing/progress.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readMailing = (api: ApiClient, id: string) => unwrap(api.mailings[':id'].$get({ param: { id } }))
const readMailings = (api: ApiClient, before?: string) =>
  unwrap(api.mailings.$get({ query: before === undefined ? {} : { before } }))
export type Mailing = Awaited<ReturnType<typeof readMailing>>
export type ListedMailing = Awaited<ReturnType<typeof readMailings>>['mailings'][number]

export const mailingsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['mailings', 'list'],
    queryFn: ({ pageParam }) => readMailings(api, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

const lookAgainMs = 2000

/** Read again and again while it is being sent. */
export const mailingQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['mailings', id],
    queryFn: () => readMailing(api, id),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? lookAgainMs : false),
  })

const asked = (filter: MemberFilter) => ({ searchQuery: '', ...filterQuery(filter) })

/** The number before stays on the screen until this one is there. */
export const recipientsQuery = (api: ApiClient, filter: MemberFilter) =>
  queryOptions({
    queryKey: ['mailings', 'recipients', filter],
    placeholderData: keepPreviousData,
    queryFn: () => unwrap(api['mailing-recipients'].$get({ query: asked(filter) })),
  })

export const mailingsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['mailings'] })

interface NewMailing {
  id: string
  subject: string
  body: string
  recipients: number
}

export const sendMailing = (api: ApiClient, mailing: NewMailing, filter: MemberFilter) =>
  unwrap(api.mailings.$post({ json: { ...mailing, filter: asked(filter) } }))

export const sendTestMailing = (api: ApiClient, json: { subject: string; body: string }) =>
  unwrap(api['test-mailings'].$post({ json }))

export const stopMailing = (api: ApiClient, id: string) => unwrap(api.mailings[':id'].stop.$post({ param: { id } }))

/** To those who may not have got it. */
export const resendUnsure = (api: ApiClient, id: string) => unwrap(api.mailings[':id'].again.$post({ param: { id } }))

export const clearRefused = (api: ApiClient, id: string) =>
  unwrap(api.members[':id']['refused-address'].$delete({ param: { id } }))

/** By the link in an email, without a login. */
export const chooseByLink = (api: ApiClient, json: { token: string; wanted: boolean }) =>
  unwrap(api.unsubscribe.$post({ json }))

export const chooseEmails = (api: ApiClient, id: string, wanted: boolean) =>
  unwrap(api.members[':id'].emails.$post({ param: { id }, json: { wanted } }))

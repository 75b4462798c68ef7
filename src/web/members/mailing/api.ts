import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { filterQuery, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { isUnderWay } from '#shared/members/mailing/mailing.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'

const readMailing = (id: string) => unwrap(api.mailings[':id'].$get({ param: { id } }))
const readMailings = (before?: string) => unwrap(api.mailings.$get({ query: before === undefined ? {} : { before } }))
export type Mailing = Awaited<ReturnType<typeof readMailing>>
export type ListedMailing = Awaited<ReturnType<typeof readMailings>>['mailings'][number]

export const mailingsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['mailings', 'list'],
    queryFn: ({ pageParam }) => readMailings(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

const lookAgainMs = 2000

/** Refetched while it is being sent. */
export const mailingQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', id],
    queryFn: () => readMailing(id),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? lookAgainMs : false),
  })

const queryOf = (filter: MemberFilter) => ({ searchQuery: '', ...filterQuery(filter) })

/** The previous number stays on the screen until this one arrives. */
export const recipientsQuery = (filter: MemberFilter) =>
  queryOptions({
    queryKey: ['mailings', 'recipients', filter],
    placeholderData: keepPreviousData,
    queryFn: () => unwrap(api['mailing-recipients'].$get({ query: queryOf(filter) })),
  })

export const invalidateMailings = (): Promise<void> => queries.invalidateQueries({ queryKey: ['mailings'] })

interface NewMailing {
  id: string
  subject: string
  body: string
  recipients: number
  files: string[]
}

export const sendMailing = (mailing: NewMailing, filter: MemberFilter) =>
  unwrap(api.mailings.$post({ json: { ...mailing, filter: queryOf(filter) } }))

export const sendMailingFile: Upload<{ id: string }> = (file, how) =>
  sendFile('/api/mailing-files', file, { ...how, headers: { 'x-file-name': encodeURIComponent(file.name) } })

export const sendTestMailing = (json: { subject: string; body: string }) => unwrap(api['test-mailings'].$post({ json }))

export const stopMailing = (id: string) => unwrap(api.mailings[':id'].stop.$post({ param: { id } }))

/** Sends it again to those who may not have got it. */
export const resendUnsure = (id: string) => unwrap(api.mailings[':id'].again.$post({ param: { id } }))

/** Refetched whenever the member is. */
export const emailsToMemberQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'emails'],
    queryFn: () => unwrap(api.members[':id'].emails.$get({ param: { id } })),
  })

export const clearRefused = (id: string) => unwrap(api.members[':id']['refused-address'].$delete({ param: { id } }))

/** By the link in an email, without a login. */
export const chooseByLink = (json: { token: string; wanted: boolean }) => unwrap(api.unsubscribe.$post({ json }))

export const chooseEmails = (id: string, wanted: boolean) =>
  unwrap(api.members[':id'].emails.$post({ param: { id }, json: { wanted } }))

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readStatus = (api: ApiClient) => unwrap(api.status.$get())
export type Status = Awaited<ReturnType<typeof readStatus>>
export type StatusNode = Status['nodes'][number]
export type StatusJob = Status['jobs'][number]

export const statusQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['operations', 'status'], queryFn: () => readStatus(api) })

export const sendTestEmail = (api: ApiClient) => unwrap(api.status['test-emails'].$post())

const readTestEmail = (api: ApiClient, id: string) => unwrap(api.status['test-emails'][':id'].$get({ param: { id } }))
export type TestEmailState = Awaited<ReturnType<typeof readTestEmail>>

/** Followed until it left, or failed. */
export const testEmailQuery = (api: ApiClient, id: string | undefined) =>
  queryOptions({
    queryKey: ['operations', 'test-email', id],
    queryFn: () => readTestEmail(api, id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'waiting' ? false : 1000),
  })

const readFailedEmails = (api: ApiClient) => unwrap(api.operations['failed-emails'].$get())
export type FailedEmail = Awaited<ReturnType<typeof readFailedEmails>>['emails'][number]

export const failedEmailsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['operations', 'failed-emails'], queryFn: () => readFailedEmails(api) })

/** One, or all of them. */
export const retryFailedEmails = (api: ApiClient, id?: string) =>
  unwrap(api.operations['failed-emails'].retry.$post({ json: { id } }))

export const discardFailedEmails = (api: ApiClient, id?: string) =>
  unwrap(api.operations['failed-emails'].discard.$post({ json: { id } }))

/** Whatever tells how the site fares counts them, too. */
export const failedEmailsChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['operations'] })

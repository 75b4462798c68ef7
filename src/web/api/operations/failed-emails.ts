import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

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

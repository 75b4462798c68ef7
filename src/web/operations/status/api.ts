import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

const readStatus = () => unwrap(api.status.$get())
export type Status = Awaited<ReturnType<typeof readStatus>>
export type StatusNode = Status['nodes'][number]
export type StatusJob = Status['jobs'][number]

export const statusQuery = queryOptions({ queryKey: ['operations', 'status'], queryFn: () => readStatus() })

export const confirmTime = () => unwrap(api.status.time.$post())

export const sendTestEmail = () => unwrap(api.status['test-emails'].$post())

const readTestEmail = (id: string) => unwrap(api.status['test-emails'][':id'].$get({ param: { id } }))
export type TestEmailState = Awaited<ReturnType<typeof readTestEmail>>

/** Refetches until the email was sent or has failed. */
export const testEmailQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['operations', 'test-email', id],
    queryFn: () => readTestEmail(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'waiting' ? false : 1000),
  })

const readFailedEmails = () => unwrap(api.operations['failed-emails'].$get())
export type FailedEmail = Awaited<ReturnType<typeof readFailedEmails>>['emails'][number]

export const failedEmailsQuery = queryOptions({
  queryKey: ['operations', 'failed-emails'],
  queryFn: () => readFailedEmails(),
})

/** Retries one email, or all of them. */
export const retryFailedEmails = (id?: string) => unwrap(api.operations['failed-emails'].retry.$post({ json: { id } }))

export const discardFailedEmails = (id?: string) =>
  unwrap(api.operations['failed-emails'].discard.$post({ json: { id } }))

/** The status checks count failed emails too, so they are also refetched. */
export const invalidateFailedEmails = () => queries.invalidateQueries({ queryKey: ['operations'] })

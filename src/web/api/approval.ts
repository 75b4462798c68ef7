import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { answer, type ApiClient } from '#web/api/client.ts'
import { listChanged } from '#web/api/listing.ts'

const readApprovals = (api: ApiClient) => answer(api.approvals.$get())
export type Approvals = Awaited<ReturnType<typeof readApprovals>>

/** The number the next approved applicant gets, and how many wait. */
export const approvalsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['approvals'], networkMode: 'always', queryFn: () => readApprovals(api) })

export const approveMembers = (api: ApiClient, json: { ids: string[] }) => answer(api.approvals.$post({ json }))

export const approveBatch = (api: ApiClient, json: { appliedUntil: number }) =>
  answer(api.approvals.all.$post({ json }))

export const rejectMembers = (api: ApiClient, json: { ids: string[]; reason: string }) =>
  answer(api.rejections.$post({ json }))

export const rejectBatch = (api: ApiClient, json: { appliedUntil: number; reason: string }) =>
  answer(api.rejections.all.$post({ json }))

export async function decided(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: ['approvals'] }), listChanged(queries)])
}

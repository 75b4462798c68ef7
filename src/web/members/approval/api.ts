import { queryOptions } from '@tanstack/react-query'
import type { ShownApplicant } from '#shared/members/approval/approval.ts'
import type { MendableItem } from '#shared/members/registration/mendable.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

const readApprovals = () => unwrap(api.approvals.$get())

/** The number the next approved applicant gets, how many wait, and what has to be known before all are decided on. */
export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  networkMode: 'always',
  queryFn: () => readApprovals(),
})

/** The records that an application looks like. */
export const alikeQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', 'alike', id],
    queryFn: () => unwrap(api.approvals[':id'].alike.$get({ param: { id } })),
  })

/** Kept alive, so that an approval which leaves with the page arrives. */
export const approveMembers = (json: { applicants: ShownApplicant[] }) =>
  unwrap(api.approvals.$post({ json }, { init: { keepalive: true } }))

export const approveBatch = (json: { appliedUntil: number; withoutConcerns: boolean }) =>
  unwrap(api.approvals.all.$post({ json }))

export const returnApplication = (json: ShownApplicant & { items: MendableItem[]; message: string }) =>
  unwrap(api.returns.$post({ json }))

export const rejectMembers = (json: { applicants: ShownApplicant[]; reason: string }) =>
  unwrap(api.rejections.$post({ json }))

export const rejectBatch = (json: { appliedUntil: number; reason: string }) =>
  unwrap(api.rejections.all.$post({ json }))

/** These applicants have been decided on: they, the lists and the counts are read again. */
export async function invalidateDecided(people: readonly { id: string }[]): Promise<void> {
  const ids = new Set<unknown>(people.map(({ id }) => id))
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['approvals'] }),
    queries.invalidateQueries({ queryKey: ['members'], predicate: ({ queryKey }) => ids.has(queryKey[1]) }),
    queries.invalidateQueries({ queryKey: ['members', 'list'] }),
    queries.invalidateQueries({ queryKey: ['members', 'counts'] }),
  ])
}

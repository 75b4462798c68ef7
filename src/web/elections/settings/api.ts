import { queryOptions } from '@tanstack/react-query'
import type { InvitedForm } from '#shared/accounts/administrators.ts'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ElectionForm } from '#shared/elections/settings/settings.ts'
import type { PostponeForm, CancelForm, RollbackForm } from '#shared/elections/settings/states.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

const readElections = () => unwrap(api.elections.$get())
export type ListedElection = Awaited<ReturnType<typeof readElections>>['elections'][number]

export const electionsQuery = queryOptions({ queryKey: ['elections', 'all'], queryFn: () => readElections() })

export const announceElection = (id: string, version: number) =>
  unwrap(api.elections[':id'].announcement.$post({ param: { id }, json: { version } }))

export const deleteDraft = (id: string) => unwrap(api.elections[':id'].$delete({ param: { id } }))

export const postponeElection = (id: string, json: PostponeForm) =>
  unwrap(api.elections[':id'].postponement.$post({ param: { id }, json }))

export const cancelElection = (id: string, json: CancelForm) =>
  unwrap(api.elections[':id'].cancellation.$post({ param: { id }, json }))

export const rollBackElection = (id: string, json: RollbackForm) =>
  unwrap(api.elections[':id'].rollback.$post({ param: { id }, json }))

export const draftElection = (json: ElectionForm) => unwrap(api.elections.$post({ json }))

export const saveElection = (
  id: string,
  json: { election: ElectionForm; version: number; movesConfirmed: (keyof Schedule)[]; reason?: string },
) => unwrap(api.elections[':id'].$put({ param: { id }, json }))

/** Reloads everything that shows elections. */
export const invalidateElections = () => queries.invalidateQueries({ queryKey: ['elections'] })

const readSchedule = () => unwrap(api.schedule.$get())
type CurrentSchedule = Awaited<ReturnType<typeof readSchedule>>
export type PublicSchedule = NonNullable<CurrentSchedule['election']>

/** A cached page may show a stage that has ended: read it again once it is shown. */
export const scheduleQuery = queryOptions({ queryKey: ['schedule'], staleTime: 5000, queryFn: () => readSchedule() })

const readObservers = (id: string) => unwrap(api.elections[':id'].observers.$get({ param: { id } }))
export type Observer = Awaited<ReturnType<typeof readObservers>>['observers'][number]

export const observersQuery = (id: string) =>
  queryOptions({ queryKey: ['elections', id, 'observers'], queryFn: () => readObservers(id) })

export const invalidateObservers = (id: string) =>
  queries.invalidateQueries({ queryKey: ['elections', id, 'observers'] })

export const inviteObserver = (id: string, json: InvitedForm) =>
  unwrap(api.elections[':id'].observers.$post({ param: { id }, json }))

export const inviteAgain = (id: string, observer: string) =>
  unwrap(api.elections[':id'].observers[':observer'].invitation.$post({ param: { id, observer } }))

export const removeObserver = (id: string, observer: string) =>
  unwrap(api.elections[':id'].observers[':observer'].$delete({ param: { id, observer } }))

import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#web/api/client.ts'

const readMonitor = (id: string) => unwrap(api.elections[':id'].monitor.$get({ param: { id } }))
export type Monitor = Awaited<ReturnType<typeof readMonitor>>

const againMs = 10_000

/** Refetched while voting is open and the last ballots are counted. */
export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'monitor'],
    networkMode: 'always',
    queryFn: () => readMonitor(id),
    refetchInterval: ({ state: { data } }) =>
      data?.stage === 'voting' || data?.stage === 'counting' ? againMs : false,
  })

const readReminders = (id: string) => unwrap(api.elections[':id'].reminders.$get({ param: { id } }))
export type Reminders = Awaited<ReturnType<typeof readReminders>>

/** Refetched while emails are being queued. */
export const remindersQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'reminders'],
    queryFn: () => readReminders(id),
    refetchInterval: ({ state }) => (state.data?.askedAt && state.data.waiting > 0 ? 5000 : false),
  })

/** Codes for people on the roll that a second administrator must confirm. */
export const waitingCodesQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'waiting codes'],
    queryFn: () => unwrap(api.elections[':id'].roll['waiting-codes'].$get({ param: { id } })),
    refetchInterval: 30_000,
  })

export const requestReminders = (id: string) => unwrap(api.elections[':id'].reminders.$post({ param: { id } }))

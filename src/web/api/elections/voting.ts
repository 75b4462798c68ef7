import { queryOptions } from '@tanstack/react-query'
import type { BallotForm, BallotPromise } from '#shared/elections/voting/ballot-form.ts'
import { toldApart } from '#shared/elections/nominee-order.ts'
import type { ProxyBallotForm } from '#shared/elections/proxy/proxy.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'
import { nomineesQuery } from '#web/api/elections/nomination.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/use-upload.ts'

/** Those one can vote for; an administrator is also sent those who wait. */
export const candidatesQuery = (api: ApiClient, electionId: string) =>
  queryOptions({
    ...nomineesQuery(api, electionId),
    select: ({ nominees }) => toldApart(nominees.filter(({ status }) => status === 'approved')),
  })

const readMyBallot = (api: ApiClient, id: string, test: boolean) =>
  unwrap(api.elections[':id']['my-ballot'].$get({ param: { id }, query: test ? { test: '1' } : {} }))
export type MyBallot = Awaited<ReturnType<typeof readMyBallot>>

/** Where the voter stands. What they chose is not told here: only the receipt shows it. */
export const myBallotQuery = (api: ApiClient, id: string, test: boolean) =>
  queryOptions({
    queryKey: ['elections', id, 'my ballot', { test }],
    gcTime: 0,
    networkMode: 'always',
    queryFn: () => readMyBallot(api, id, test),
  })

export const castBallot = (api: ApiClient, id: string, json: BallotForm, signal: AbortSignal): Promise<BallotPromise> =>
  unwrap(api.elections[':id'].ballot.$post({ param: { id }, json }, { init: { signal } }))

/** Members by name, number or serial, and whether they have voted. */
export const findVoters = (api: ApiClient, id: string, q: string, signal: AbortSignal) =>
  unwrap(api.elections[':id'].voters.$get({ param: { id }, query: { q } }, { init: { signal } }))
export type ProxyVoter = Awaited<ReturnType<typeof findVoters>>['voters'][number]

/** A header carries plain letters only, so the name of the file goes percent-encoded. */
export const sendProxyForm =
  (voterId: string): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/proxy-forms?voter=${encodeURIComponent(voterId)}`, file, {
      ...how,
      headers: { 'x-file-name': encodeURIComponent(file.name) },
    })

export const castProxy = (api: ApiClient, id: string, json: ProxyBallotForm, signal: AbortSignal) =>
  unwrap(api.elections[':id'].proxies.$post({ param: { id }, json }, { init: { signal } }))

const readProxies = (api: ApiClient, id: string) => unwrap(api.elections[':id'].proxies.$get({ param: { id } }))
type Proxies = Awaited<ReturnType<typeof readProxies>>
export type WaitingProxy = Proxies['waiting'][number]
export type CastProxy = Proxies['cast'][number]

/** Ballots that a second administrator has to confirm, and those that are cast. */
export const proxiesQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'proxies'],
    refetchInterval: 30_000,
    networkMode: 'always',
    queryFn: () => readProxies(api, id),
  })

export const confirmProxy = (api: ApiClient, id: string, voter: string) =>
  unwrap(api.elections[':id'].proxies[':voter'].confirmation.$post({ param: { id, voter } }))

export const refuseProxy = (api: ApiClient, id: string, voter: string) =>
  unwrap(api.elections[':id'].proxies[':voter'].$delete({ param: { id, voter } }))

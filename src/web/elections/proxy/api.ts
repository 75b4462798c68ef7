import { queryOptions } from '@tanstack/react-query'
import type { ProxyBallotForm } from '#shared/elections/proxy/proxy.ts'
import { api, unwrap } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'

/** Members by name, number or serial, and whether they have voted. */
export const findVoters = (id: string, q: string, signal: AbortSignal) =>
  unwrap(api.elections[':id'].voters.$get({ param: { id }, query: { q } }, { init: { signal } }))
export type ProxyVoter = Awaited<ReturnType<typeof findVoters>>['voters'][number]

/** Headers are ASCII only, so the file name is percent-encoded. */
export const sendProxyForm =
  (voterId: string): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/proxy-forms?voter=${encodeURIComponent(voterId)}`, file, {
      ...how,
      headers: { 'x-file-name': encodeURIComponent(file.name) },
    })

export const castProxy = (id: string, json: ProxyBallotForm, signal: AbortSignal) =>
  unwrap(api.elections[':id'].proxies.$post({ param: { id }, json }, { init: { signal } }))

const readProxies = (id: string) => unwrap(api.elections[':id'].proxies.$get({ param: { id } }))
type Proxies = Awaited<ReturnType<typeof readProxies>>
export type WaitingProxy = Proxies['waiting'][number]
export type CastProxy = Proxies['cast'][number]

/** Ballots a second administrator must confirm, and those that are cast. */
export const proxiesQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'proxies'],
    refetchInterval: 30_000,
    networkMode: 'always',
    queryFn: () => readProxies(id),
  })

export const confirmProxy = (id: string, voter: string) =>
  unwrap(api.elections[':id'].proxies[':voter'].confirmation.$post({ param: { id, voter } }))

export const refuseProxy = (id: string, voter: string) =>
  unwrap(api.elections[':id'].proxies[':voter'].$delete({ param: { id, voter } }))

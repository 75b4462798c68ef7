import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

const readCurrentElection = (api: ApiClient, test: boolean) =>
  unwrap(api.elections.current.$get({ query: test ? { test: '' } : {} }))
export type CurrentElection = NonNullable<Awaited<ReturnType<typeof readCurrentElection>>['election']>

/** What the election offers now changes with the server's clock, so nothing of it is kept. `test`: its rehearsal, if one is on. */
export const currentElectionQuery = (api: ApiClient, { test = false } = {}) =>
  queryOptions({
    queryKey: ['elections', 'current', ...(test ? ['test'] : [])],
    queryFn: () => readCurrentElection(api, test),
  })

const readNominees = (api: ApiClient, id: string) => unwrap(api.elections[':id'].nominees.$get({ param: { id } }))
export type ListedNominee = Awaited<ReturnType<typeof readNominees>>['nominees'][number]

const nomineesKey = (electionId: string) => ['elections', electionId, 'nominees']

export const nomineesQuery = (api: ApiClient, electionId: string) =>
  queryOptions({
    queryKey: nomineesKey(electionId),
    // A lost connection is told, not waited out in silence.
    networkMode: 'always',
    queryFn: () => readNominees(api, electionId),
  })

export const nomineesChanged = (queries: QueryClient, electionId: string) =>
  queries.invalidateQueries({ queryKey: nomineesKey(electionId) })

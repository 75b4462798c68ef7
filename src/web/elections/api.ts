import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

const readCurrentElection = (test: boolean) => unwrap(api.elections.current.$get({ query: test ? { test: '' } : {} }))
export type CurrentElection = NonNullable<Awaited<ReturnType<typeof readCurrentElection>>['election']>

/** What the election offers changes with the server's clock, so none of it is cached. `test`: its rehearsal, if one is running. */
export const currentElectionQuery = ({ test = false } = {}) =>
  queryOptions({
    queryKey: ['elections', 'current', ...(test ? ['test'] : [])],
    queryFn: () => readCurrentElection(test),
  })

const readReadiness = (id: string) => unwrap(api.elections[':id'].readiness.$get({ param: { id } }))
export type ElectionState = Awaited<ReturnType<typeof readReadiness>>
export type Readiness = ElectionState['readiness'][number]

/** What is missing before voting opens, and whether ballots depend on the settings. */
export const readinessQuery = (id: string) =>
  queryOptions({ queryKey: ['elections', id, 'readiness'], queryFn: () => readReadiness(id) })

const readNominees = (id: string) => unwrap(api.elections[':id'].nominees.$get({ param: { id } }))
export type ListedNominee = Awaited<ReturnType<typeof readNominees>>['nominees'][number]

const nomineesKey = (electionId: string) => ['elections', electionId, 'nominees']

export const nomineesQuery = (electionId: string) =>
  queryOptions({
    queryKey: nomineesKey(electionId),
    // Report a lost connection instead of waiting silently.
    networkMode: 'always',
    queryFn: () => readNominees(electionId),
  })

export const invalidateNominees = (electionId: string) =>
  queries.invalidateQueries({ queryKey: nomineesKey(electionId) })

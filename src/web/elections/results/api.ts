import { queryOptions } from '@tanstack/react-query'
import { pollIntervalMs } from '#shared/elections/results/results.ts'
import { api, unwrap } from '#web/api/client.ts'

interface ResultsWanted {
  /** An id, or `current`. */
  election: string
  /** The results of the rehearsal, while there is one. */
  test: boolean
}

const readResults = ({ election, test }: ResultsWanted) =>
  unwrap(api.elections[':id'].results.$get({ param: { id: election }, query: test ? { test: '' } : {} }))

export type Results = Awaited<ReturnType<typeof readResults>>
export type Counted = NonNullable<Results['votes']>
export type CountedNominee = Counted['standings'][number]

/** Refetched while the page is visible and something can change. */
export const resultsQuery = (wanted: ResultsWanted) =>
  queryOptions({
    queryKey: ['elections', 'results', wanted],
    // Report a lost connection instead of waiting silently.
    networkMode: 'always',
    queryFn: () => readResults(wanted),
    refetchInterval: ({ state: { data } }) => (data ? (pollIntervalMs(data.stage) ?? false) : false),
  })

/** The elections with readable results, the latest first. */
export const electionChoicesQuery = queryOptions({
  queryKey: ['elections', 'choices'],
  queryFn: async () => {
    const { elections } = await unwrap(api.elections.$get())
    return elections.map(({ id, title, votingOpens, current }) => ({ id, title, votingOpens, current }))
  },
})

export const resultsFile = ({ electionId }: Results, kind: 'csv' | 'pdf') =>
  `/api/elections/${electionId}/results.${kind}`

export const certificateFile = ({ electionId }: Results) => `/api/elections/${electionId}/certificate.pdf`

/** Only for a certified result. */
export const resultPicture = ({ electionId }: Pick<Results, 'electionId'>) => `/api/elections/${electionId}/result.png`

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { noElectionText } from '#shared/elections/no-election-text.ts'
import type { Instant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import { currentElectionQuery, type CurrentElection } from '#web/api/elections/current.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { CancelledElection } from '#web/elections/cancelled-election.tsx'
import { VoteSkeleton } from '#web/elections/voting/vote-frame.tsx'

/** Times may be moved while the page is open. */
const asksAgainMs = 2 * 60_000

export interface FetchedElection {
  election: CurrentElection
  /** By this device's clock. */
  fetchedAt: Instant
  /** Voting has just opened or closed: time to ask the server. */
  onTimes: () => void
}

/** The election of these days; or what to show instead while it loads, when it cannot be read, and when there is none. */
export function useElection(): { found: FetchedElection } | { found: null; instead: ReactNode } {
  const { data, dataUpdatedAt, isError, error, refetch } = useQuery({
    ...currentElectionQuery(useApi()),
    refetchInterval: asksAgainMs,
    networkMode: 'always',
  })
  const again = () => void refetch()
  if (data?.election?.stage === 'cancelled')
    return { found: null, instead: <CancelledElection election={data.election} /> }
  if (data?.election) return { found: { election: data.election, fetchedAt: dataUpdatedAt, onTimes: again } }
  if (data)
    return {
      found: null,
      instead: <EmptyState title={noElectionText.title}>{noElectionText.vote}</EmptyState>,
    }
  const failed = <Failed title="The election could not be loaded" error={error} onRetry={again} />
  return { found: null, instead: isError ? failed : <VoteSkeleton /> }
}

import { useQuery } from '@tanstack/react-query'
import { votingText } from '#shared/elections/voting/voting-text.ts'
import { useApi } from '#web/api/client.ts'
import { candidatesQuery } from '#web/api/elections/voting.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { hoursAt } from '#web/elections/voting/hours.ts'
import { ProxyBallot } from '#web/elections/proxy/proxy-ballot.tsx'
import { ProxyLists } from '#web/elections/proxy/proxy-lists.tsx'
import type { FetchedElection } from '#web/elections/voting/use-election.tsx'
import { useServerNow } from '#web/elections/use-server-now.ts'
import { VoteSkeleton } from '#web/elections/voting/vote-frame.tsx'
import { useReviewStep } from '#web/elections/voting/use-review-step.ts'

/** What waits for a second administrator, and a ballot to fill in. */
export function ProxyWork({ election, fetchedAt, adminId }: FetchedElection & { adminId: string }) {
  const candidates = useQuery(candidatesQuery(useApi(), election.id))
  const now = useServerNow(election, fetchedAt)
  const { reviewing } = useReviewStep()
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-8">
      {!reviewing && <ProxyLists electionId={election.id} adminId={adminId} />}
      {candidates.isError && !candidates.data && (
        <Failed title={votingText.nomineesFailed} error={candidates.error} onRetry={() => void candidates.refetch()} />
      )}
      {candidates.isPending && <VoteSkeleton />}
      {candidates.data?.length === 0 && (
        <EmptyState title="No candidates yet">A ballot can be filled in as soon as there are candidates.</EmptyState>
      )}
      {candidates.data && candidates.data.length > 0 && (
        <ProxyBallot election={election} candidates={candidates.data} hours={hoursAt(election, false, now)} />
      )}
    </div>
  )
}

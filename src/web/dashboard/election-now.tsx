import { useQuery } from '@tanstack/react-query'
import type { Who } from '#shared/permissions.ts'
import { useApi } from '#web/api/client.ts'
import { currentElectionQuery } from '#web/elections/api.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TurnoutNow } from '#web/dashboard/turnout-now.tsx'
import { ElectionNotice } from '#web/elections/election-notice.tsx'

/** Asks for itself, so that the rest of the dashboard neither waits for it nor fails with it. */
export function ElectionNow({ me }: { me: Who }) {
  const { data, isError, error, refetch } = useQuery(currentElectionQuery(useApi()))
  return (
    <div className="mb-6">
      {data ? (
        <>
          <ElectionNotice election={data.election} reader={me} />
          {data.election?.stage === 'voting' && <TurnoutNow electionId={data.election.id} />}
        </>
      ) : isError ? (
        <Failed title="The election could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </div>
  )
}

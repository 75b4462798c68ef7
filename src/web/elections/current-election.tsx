import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cancelledText, noElectionText } from '#shared/elections/election-notice.ts'
import { namedSeats } from '#shared/elections/voting/seats.ts'
import { type Instant, minuteMs } from '#shared/time.ts'
import { buttonClass } from '#web/components/classes.ts'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { currentElectionQuery, type CurrentElection } from './api.ts'

/** Times may be moved while the page is open. */
const asksAgainMs = 2 * minuteMs

export interface FetchedElection {
  election: CurrentElection
  /** By this device's clock. */
  fetchedAt: Instant
  /** Voting has just opened or closed: time to ask the server. */
  onTimes: () => void
}

/** The current election or its rehearsal; or what to show instead while it loads, when it cannot be read, and when there is none. */
export function useElection({ test = false } = {}): { found: FetchedElection } | { found: null; instead: ReactNode } {
  const { data, dataUpdatedAt, isError, error, refetch } = useQuery({
    ...currentElectionQuery({ test }),
    select: withNamedSeats,
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

/** On a ballot seats have names; the order of seats is what is sent. */
const withNamedSeats = ({ election, ...rest }: { election: CurrentElection | null }) => ({
  ...rest,
  election: election && { ...election, seats: namedSeats(election.seats) },
})

export function VoteFrame({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <>
      <div className="wrap grid grid-cols-1 gap-8 py-8 md:py-12">{children}</div>
      {foot}
    </>
  )
}

/** In the shape of the ballot to come. */
export function VoteSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-8">
      <span className="sr-only">Loading…</span>
      <div className="grid gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-11 w-full max-w-md" />
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className="card flex min-h-24 items-center gap-3 px-4">
            <Skeleton className="size-12 flex-none rounded-full" />
            <Skeleton className="h-6 w-2/3" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Shown instead of what an election would offer. */
export function CancelledElection({ election }: { election: { title: string; cancelledReason: string | null } }) {
  return (
    <EmptyState
      title={cancelledText.title}
      action={
        <SiteLink href="/election" className={buttonClass('outline')}>
          {cancelledText.toSchedule}
        </SiteLink>
      }
    >
      <p className="font-semibold break-words">{election.title}</p>
      <p className="mt-1 break-words whitespace-pre-line">{election.cancelledReason}</p>
    </EmptyState>
  )
}

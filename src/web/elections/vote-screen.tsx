import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { isRehearsing } from '#shared/elections/voting/eligibility.ts'
import { may } from '#shared/permissions.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Failed } from '#web/components/failed.tsx'
import { ElectionDay } from '#web/elections/voting/election-day.tsx'
import { TurnedAway } from '#web/elections/voting/turned-away.tsx'
import { useElection } from '#web/elections/voting/use-election.tsx'
import { VoteFrame, VoteSkeleton } from '#web/elections/voting/vote-frame.tsx'
import { useSearch } from '#web/router/hydrated.ts'
import { PageHead } from '#web/layout/page-head.tsx'

/** Fetched by administrators only. */
const ProxyDesk = lazy(async () => ({ default: (await import('./proxy/proxy-desk.tsx')).ProxyDesk }))

/** A member's ballot. Administrators have none of their own; with `proxy` they cast one for a member who cannot. */
export function VoteScreen() {
  const site = useSite()
  return (
    <>
      <PageHead title={`BOT Voting – ${site.shortName}`} />
      <VoteForRole />
    </>
  )
}

function VoteForRole() {
  const search = useSearch()
  const proxy = search.has('proxy')
  const { data: me, isError, error, refetch } = useQuery(meQuery(useApi()))
  if (me && may(me, 'vote')) return <MemberVoting userId={me.id} test={search.has('test')} />
  if (me) return proxy && may(me, 'vote by proxy') ? <ProxyDesk me={me} /> : <TurnedAway />
  return (
    <VoteFrame>
      <h1 className="sr-only">BOT Voting</h1>
      {isError ? (
        <Failed title="Your account could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <VoteSkeleton />
      )}
    </VoteFrame>
  )
}

/** A member at the ballot: the election first, then where they stand in it. */
function MemberVoting({ userId, test }: { userId: string; test: boolean }) {
  const heard = useElection()
  if (heard.found) {
    const { election } = heard.found
    const key = `${election.id} ${userId} ${isRehearsing(election, test)}`
    return <ElectionDay key={key} {...heard.found} userId={userId} test={test} />
  }
  return (
    <VoteFrame>
      <h1 className="text-4xl sm:text-5xl">BOT Voting</h1>
      {heard.instead}
    </VoteFrame>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { may } from '#shared/permissions.ts'
import { errorText } from '#shared/text.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Fetched, Notice } from '#web/components/notice.tsx'
import { ElectionDay } from '#web/elections/voting/election-day.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { useElection, VoteFrame, VoteSkeleton } from './current-election.tsx'

/** Loaded by administrators only. */
const ProxyDesk = lazy(async () => ({ default: (await import('#web/elections/proxy/proxy-desk.tsx')).ProxyDesk }))

/**
 * Depends on who opens it: members see their ballot (`voting/election-day.tsx` has its states); administrators, who have none,
 * read why they are turned away, or with `proxy` see the desk where they cast one for a member who cannot.
 */
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
  const query = useQuery(meQuery)
  const me = query.data
  if (me && may(me, 'vote')) return <MemberVoting userId={me.id} test={search.has('test')} />
  if (me) return proxy && may(me, 'vote by proxy') ? <ProxyDesk me={me} test={search.has('test')} /> : <TurnedAway />
  return (
    <VoteFrame>
      <h1 className="sr-only">BOT Voting</h1>
      <Fetched query={query} failed="Your account could not be loaded" loading={<VoteSkeleton />}>
        {() => null}
      </Fetched>
    </VoteFrame>
  )
}

/** A member at the ballot: the election first, then the member's state in it. */
function MemberVoting({ userId, test }: { userId: string; test: boolean }) {
  const current = useElection({ test })
  if (current.found) {
    const key = `${current.found.election.id} ${userId}`
    return <ElectionDay key={key} {...current.found} userId={userId} />
  }
  return (
    <VoteFrame>
      <h1 className="text-4xl sm:text-5xl">BOT Voting</h1>
      {current.instead}
    </VoteFrame>
  )
}

/** Administrators run the election and have no vote in it. */
function TurnedAway() {
  useEffect(() => {
    const timer = setTimeout(() => window.location.replace('/admin'), adminLeavesAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="wrap max-w-3xl py-12">
      <h1 className="mb-5 text-4xl">BOT Voting</h1>
      <Notice tone="error" title={errorText['admin-may-not-vote']}>
        <p>
          Administrators run the election and have no vote in it. We are taking you to the{' '}
          <SiteLink href="/admin" className="underline">
            dashboard
          </SiteLink>
          .
        </p>
      </Notice>
    </div>
  )
}

/** How long an administrator can read why they cannot stay before the dashboard opens. */
const adminLeavesAfterMs = 1500

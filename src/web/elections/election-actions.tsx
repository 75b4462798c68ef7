import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Who } from '#shared/permissions.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CandidacyDialog } from '#web/elections/candidacy/candidacy-dialog.tsx'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { currentElectionQuery } from './api.ts'
import { ElectionNotice } from './election-notice.tsx'

/** What the election offers a member now, by the server's clock: the ballot on its day, and candidacy while it can be filed. */
export function ElectionActions({ who }: { who: Who }) {
  const { data, isPending, isError, error, refetch } = useQuery(currentElectionQuery())
  const [filing, setFiling] = useState(false)
  const test = new URLSearchParams(useLocation().search).has('test')
  const election = data?.election
  // On voting day the link to the ballot must not just be missing.
  if (isError && !data)
    return (
      <div className="w-full">
        <Failed title="The election could not be loaded" error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (isPending) return <Skeleton className="h-24 w-full" />
  if (!election) return null
  return (
    <>
      <ElectionNotice election={election} reader={who} />
      {election.voteLink && (
        <SiteLink href="/vote" className={buttonClass(election.voteLink === 'vote' ? 'primary' : 'outline')}>
          Vote
        </SiteLink>
      )}
      {election.rehearsal && test && (
        <SiteLink href="/vote?test" className={buttonClass('outline')}>
          Vote (rehearsal)
        </SiteLink>
      )}
      {election.candidacyOpen && !election.alreadyNominated && (
        <Button onClick={() => setFiling(true)}>File for Candidacy</Button>
      )}
      {election.candidacyOpen && election.alreadyNominated && (
        <p className="w-full rounded-field bg-green-soft px-4 py-3 font-semibold text-green">
          You are nominated: {election.title}
        </p>
      )}
      {filing && <CandidacyDialog election={election} onClose={() => setFiling(false)} />}
    </>
  )
}

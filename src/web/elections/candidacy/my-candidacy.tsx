import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noConnectionText } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useLoaded } from '#web/components/use-loaded.ts'
import { currentElectionQuery } from '#web/elections/api.ts'

/** For nominees of the current election; empty for everybody else. */
export function MyCandidacy() {
  const { data } = useQuery(currentElectionQuery())
  const election = data?.election
  const { Part, failed, load } = useLoaded(async () => (await import('./candidacy-panel.tsx')).CandidacyPanel)
  const nominated = election?.candidacy != null
  useEffect(() => {
    if (nominated) load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the code is fetched once
  }, [nominated])
  if (!election || !nominated) return null
  if (Part) return <Part electionId={election.id} title={election.title} />
  if (!failed) return <Skeleton className="h-40 w-full" />
  return (
    <Notice tone="error" title={noConnectionText}>
      <Button look="outline" size="small" className="mt-3" onClick={load}>
        Retry
      </Button>
    </Notice>
  )
}

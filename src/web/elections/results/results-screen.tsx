import { useQuery } from '@tanstack/react-query'
import { noElectionText } from '#shared/elections/no-election-text.ts'
import { may, type Role } from '#shared/permissions.ts'
import { meQuery } from '#web/api/accounts.ts'
import { ApiError, useApi } from '#web/api/client.ts'
import { currentElectionQuery } from '#web/api/elections/current.ts'
import { resultsQuery } from '#web/api/elections/results.ts'
import { useSite } from '#web/api/site.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import { CheckMyVote } from '#web/elections/results/check-my-vote.tsx'
import { ElectionChoice } from '#web/elections/results/election-choice.tsx'
import { ResultsBody } from '#web/elections/results/results-body.tsx'
import { ResultsFailed } from '#web/elections/results/results-failed.tsx'
import { ResultsHead } from '#web/elections/results/results-head.tsx'
import { useSearch } from '#web/router/hydrated.ts'
import { BackToDashboard } from '#web/layout/back-to-dashboard.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** The results of an election as they come in, for a hall's projector and for a phone. */
export function ResultsScreen() {
  const api = useApi()
  const site = useSite()
  const search = useSearch()
  const me = useQuery(meQuery(api))
  const wanted = { election: search.get('election') || 'current', test: search.has('test') }
  const own = useOwnVote(me.isPending ? undefined : (me.data?.role ?? 'visitor'))
  const { data: results, error, isError, failureCount, refetch } = useQuery(resultsQuery(api, wanted))
  // Until there is a result, one's own ballot comes first. Of a cancelled election none is ever counted.
  const counts = results && !results.rehearsal && results.stage !== 'cancelled'
  const ownVote = me.data && counts && own.votedIn === results.electionId && (
    <CheckMyVote userId={me.data.id} electionId={own.votedIn} stage={results.stage} />
  )
  return (
    <>
      <PageHead title={`Election Results – ${site.shortName}`} />
      <ResultsHead title={`${site.shortName} BOT ELECTION`} results={results} lost={isError || failureCount > 0} />
      <div className="wrap relative grid grid-cols-1 gap-8 pt-6 pb-12 md:pb-16">
        <div className="flex flex-wrap items-end justify-between gap-4 empty:hidden">
          {me.data?.role === 'admin' && <BackToDashboard />}
          <ElectionChoice chosen={results?.electionId} />
        </div>
        {results && own.isKnown ? (
          <>
            {results.stage !== 'certified' && ownVote}
            <ResultsBody results={results} />
            {results.stage === 'certified' && ownVote}
          </>
        ) : isError && error instanceof ApiError && error.code === 'not-found' && wanted.election === 'current' ? (
          <EmptyState title={noElectionText.title}>{noElectionText.results}</EmptyState>
        ) : isError ? (
          <ResultsFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <p className="grid min-h-80 place-items-center text-lg text-muted">
            <Spinner className="size-8" label="Loading election results…" />
          </p>
        )}
        <p className="display mt-4 text-center text-xl text-navy-2 md:text-2xl">{site.tagline}</p>
      </div>
    </>
  )
}

/** In which election this person has voted. The figures wait until it is known, so that nothing moves when it is. */
function useOwnVote(role: Role | undefined): { isKnown: boolean; votedIn: string | null } {
  const votes = role !== undefined && may({ role }, 'vote')
  const current = useQuery({ ...currentElectionQuery(useApi()), enabled: votes, networkMode: 'always' })
  const election = current.data?.election
  return {
    isKnown: role !== undefined && (!votes || !current.isPending || current.failureCount > 0),
    votedIn: election?.voted ? election.id : null,
  }
}

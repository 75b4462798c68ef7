import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cancelledText, noElectionText } from '#shared/elections/election-notice.ts'
import type { Stage } from '#shared/elections/lifecycle.ts'
import { figuresText, isLive, showShare } from '#shared/elections/results/results.ts'
import { showNumber } from '#shared/figures.ts'
import { may, type Role } from '#shared/permissions.ts'
import { showInstant, showDate } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { mineKey, queries } from '#web/api/query-client.ts'
import { useSite } from '#web/api/site.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { SelectField } from '#web/components/fields.tsx'
import { Figure } from '#web/components/figure.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'
import { EmptyState, Notice } from '#web/components/notice.tsx'
import { currentElectionQuery } from '#web/elections/api.ts'
import { handOver, readReceipt } from '#web/elections/voting/ballot-storage.ts'
import { receiptText } from '#web/elections/voting/text.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { useNavigate, useSearch, useSearchId } from '#web/router/router.tsx'
import { SunRays } from '#web/theme/sun-rays.tsx'
import { electionChoicesQuery, resultsQuery, type Results } from './api.ts'
import { ResultsBody } from './results-body.tsx'
import { addedTitle, ownBallotText } from './text.ts'

/** The results of an election as they come in, for a hall's projector and for a phone. */
export function ResultsScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const wanted = { election: useSearchId('election') || 'current', test: useSearch().has('test') }
  const own = useOwnVote(me.isPending ? undefined : (me.data?.role ?? 'visitor'))
  const { data: results, error, isError, failureCount, refetch } = useQuery(resultsQuery(wanted))
  // Nothing tells the lines about the election, on every page, when the count ends: nobody knows the hour before.
  const isCounted = results?.stage === 'counted'
  useEffect(() => {
    if (isCounted) void queries.invalidateQueries({ queryKey: mineKey })
  }, [isCounted])
  // Until there is a result, one's own ballot comes first. A cancelled election is never counted.
  const counts = results && results.kind === 'election' && results.stage !== 'cancelled'
  const ownVote = me.data && counts && own.votedIn === results.electionId && (
    <CheckMyVote userId={me.data.id} electionId={own.votedIn} stage={results.stage} />
  )
  return (
    <>
      <PageHead title={`Election Results – ${site.shortName}`} />
      <ResultsHead title={`${site.shortName} BOT ELECTION`} results={results} lost={isError || failureCount > 0} />
      <div className="wrap relative grid grid-cols-1 gap-8 pt-6 pb-12 md:pb-16 print:gap-5">
        <div className="flex flex-wrap items-end justify-between gap-4 empty:hidden">
          <ElectionChoice chosen={results?.rehearsalOf ?? results?.electionId} />
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
        <p className="no-print display mt-4 text-center text-xl text-navy-2 md:text-2xl">{site.tagline}</p>
      </div>
    </>
  )
}

/** In which election this person has voted. The figures wait until it is known, so that nothing moves. */
function useOwnVote(role: Role | undefined): { isKnown: boolean; votedIn: string | null } {
  const votes = role !== undefined && may({ role }, 'vote')
  const current = useQuery({ ...currentElectionQuery(), enabled: votes, networkMode: 'always' })
  const election = current.data?.election
  return {
    isKnown: role !== undefined && (!votes || !current.isPending || current.failureCount > 0),
    votedIn: election?.voted ? election.id : null,
  }
}

interface ResultsHeadProps {
  title: string
  /** Undefined while loading. */
  results: Results | undefined
  /** The last refresh failed. */
  lost: boolean
}

/** Title, progress and turnout: large enough for the last row of a hall. */
function ResultsHead({ title, results, lost }: ResultsHeadProps) {
  const ownTitle = results && addedTitle(title, results.title)
  return (
    <section className="on-dark relative overflow-hidden bg-linear-to-b from-navy to-navy-2 text-white">
      <SunRays className="absolute top-1/2 -right-24 size-96 -translate-y-1/2 text-white/5 md:right-0 md:size-136" />
      <div className="wrap relative grid gap-x-10 gap-y-6 pt-8 pb-7 lg:grid-cols-[1fr_auto] lg:items-end lg:pt-10 lg:pb-8">
        <div>
          <p className="eyebrow min-h-5 text-gold-2">{results && stageText(results)}</p>
          <h1 className="mt-2 text-[min(14vw,clamp(2.5rem,1.9rem+2.4vw,3.8rem))] leading-none">{title}</h1>
          {ownTitle && <p className="mt-2 text-xl text-sky">{ownTitle}</p>}
        </div>
        <HeadFigures results={results} />
        <LiveLine results={results} lost={lost} />
      </div>
    </section>
  )
}

/** The turnout. Its space is reserved while the figures load. */
function HeadFigures({ results }: { results: Results | undefined }) {
  if (!results) return <div className="min-h-36 sm:min-h-20" />
  const eligible = results.turnout.reduce((all, one) => all + (one.eligible ?? 0), 0)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-4 max-sm:*:min-w-min max-sm:*:flex-[1_1_8rem] sm:gap-x-12 lg:gap-x-8">
      <Figure label="ballots cast" value={showNumber(results.cast)} />
      <Figure
        label={results.counted < results.cast ? 'counted so far' : 'counted'}
        value={showNumber(results.counted)}
      />
      {results.kind === 'election' && (
        <Figure
          label={`of ${showNumber(eligible)} ${eligible === 1 ? 'member' : 'members'}`}
          value={showShare(results.cast, eligible)}
        />
      )}
      {results.proxies !== null && <Figure label="by proxy" value={showNumber(results.proxies)} />}
    </dl>
  )
}

/** How fresh the figures are. Space for the longest text is reserved, so that losing the connection moves nothing. */
function LiveLine({ results, lost }: { results: Results | undefined; lost: boolean }) {
  return (
    <>
      <p className={classes('flex min-h-18 items-center gap-3 sm:min-h-6 lg:col-span-2', lost && 'text-gold-2')}>
        {results && (
          <>
            <Mark results={results} lost={lost} />
            <span>
              {/* Spoken when it is lost; the time, which changes every minute, is not. */}
              <span role="status">{lost && 'Connection lost, trying again. '}</span>
              {lost ? 'Figures' : figuresText(...aboutFigures(results))} as of {showInstant(results.asOf)}
            </span>
          </>
        )}
      </p>
      {lost && results && <LostBar />}
    </>
  )
}

const aboutFigures = ({ stage, votes, kind }: Results) => [stage, votes !== null, kind] as const

/** A pulse while figures are live, a tick once they are final, and nothing in between. */
function Mark({ results, lost }: { results: Results; lost: boolean }) {
  if (lost) return <AlertIcon className="size-5 flex-none" />
  if (isLive(...aboutFigures(results))) return <Beat />
  return results.stage === 'certified' ? <CheckIcon className="size-5 flex-none" /> : null
}

/** For readers who have scrolled past the line above; it overlays the page and moves nothing. */
const LostBar = () => (
  <span
    aria-hidden="true"
    className="fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit items-center gap-3 rounded-field bg-ink px-5 py-3 text-white shadow-float"
  >
    <AlertIcon className="size-5 flex-none text-gold-2" />
    Connection lost, trying again
  </span>
)

const Beat = () => (
  <span aria-hidden="true" className="size-3 flex-none rounded-full bg-gold-2 motion-safe:animate-pulse" />
)

function stageText({ stage, kind, votingOpens, votingCloses, certifiedAt }: Results): string {
  if (kind === 'rehearsal') return 'Rehearsal'
  switch (stage) {
    case 'voting':
      return `Voting is open until ${showInstant(votingCloses)}`
    case 'counting':
      return 'Voting has closed: the last ballots are being counted'
    case 'counted':
      return 'Provisional result: every ballot is counted'
    case 'certified':
      return `Certified result of ${showInstant(certifiedAt ?? votingCloses)}`
    case 'cancelled':
      return cancelledText.title
    default:
      return `Voting opens on ${showInstant(votingOpens)}`
  }
}

/** The link to earlier elections, once there are any. */
function ElectionChoice({ chosen }: { chosen: string | undefined }) {
  const { data: elections = [] } = useQuery(electionChoicesQuery)
  const navigate = useNavigate()
  if (elections.length < 2) return null
  return (
    <div className="no-print w-full sm:w-96 sm:[margin-inline-start:auto]">
      <SelectField
        label="Election"
        value={chosen ?? ''}
        choices={elections.map(({ id, title, votingOpens }) => ({
          value: id,
          label: `${title}, ${showDate(votingOpens)}`,
        }))}
        onChange={({ target }) => target.value && navigate(`/election-result?election=${target.value}`)}
      />
    </div>
  )
}

/** For somebody who voted: the link from everybody's figures to their own ballot. With a receipt on this device it takes one tap. */
function CheckMyVote({ userId, electionId, stage }: { userId: string; electionId: string; stage: Stage }) {
  const navigate = useNavigate()

  function check() {
    const kept = readReceipt({ userId, electionId, rehearsalOf: null })
    if (kept) handOver(kept)
    navigate('/receipt')
  }

  return (
    <section
      aria-label="Your vote"
      className="no-print flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-green px-5 py-4 text-white sm:px-6"
    >
      <CheckIcon className="size-8 flex-none" />
      <p className="min-w-0 flex-1 basis-48 text-lg font-semibold">{ownBallotText(stage)}</p>
      <Button look="accent" className="min-h-14 text-lg" onClick={check}>
        {receiptText.check}
      </Button>
    </section>
  )
}

/** The first read failed: in the words the association has fixed, with a button to try again. */
function ResultsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Notice tone="error">
      <p className="font-semibold">Error loading election results: Error fetching votes: {sentenceOf(error)}</p>
      <Button look="outline" size="small" className="mt-3" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  )
}

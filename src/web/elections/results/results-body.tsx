import { useRef } from 'react'
import { howTitle } from '#shared/elections/board/schedule-text.ts'
import { topByRegion, topByService } from '#shared/elections/counting/standings.ts'
import { chartText, emptyText, emptyTitle, resultsText } from '#shared/elections/results/results-text.ts'
import { seatsFilled } from '#shared/elections/results/seating.ts'
import { showInstant } from '#shared/time.ts'
import type { Counted, Results } from '#web/api/elections/results.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Notice } from '#web/components/notice.tsx'
import { CancelledElection } from '#web/elections/cancelled-election.tsx'
import { CandidatePanel } from '#web/elections/results/candidate-panel.tsx'
import { LeadingChart } from '#web/elections/results/leading-chart.tsx'
import { LeadingPanel } from '#web/elections/results/leading-panel.tsx'
import { FiguresTable, figuresTableId } from '#web/elections/results/figures-table.tsx'
import { ServiceTitle } from '#web/elections/results/service-title.tsx'
import { ResultsDownloads } from '#web/elections/results/results-downloads.tsx'
import { ShareResult } from '#web/elections/results/share-result.tsx'
import { TieNotices } from '#web/elections/results/tie-notices.tsx'
import { TurnoutPanel } from '#web/elections/results/turnout-panel.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export function ResultsBody({ results }: { results: Results }) {
  const { votes } = results
  if (results.stage === 'cancelled') return <CancelledElection election={results} />
  return (
    <>
      {results.rehearsal && (
        <Notice tone="warning" title="This is a rehearsal">
          These are trial ballots. They are kept separate, counted one by one, not secret, and deleted when the
          rehearsal ends.
        </Notice>
      )}
      {votes === null ? (
        <EmptyState title="The votes will be shown after voting closes">
          Voting closes on {showInstant(results.votingCloses)}. Until then you can see here how many members have voted.
          The votes will then appear by themselves.
        </EmptyState>
      ) : hasFigures(votes) ? (
        <Votes results={results} votes={votes} />
      ) : (
        <EmptyState title={emptyTitle(results)}>{emptyText(results)}</EmptyState>
      )}
      {!(votes && hasFigures(votes)) && <TurnoutPanel results={results} />}
      {results.stage === 'certified' && votes && <ShareResult results={results} />}
      {votes && <ResultsDownloads results={results} />}
      {!results.rehearsal && <BoardLinks electionId={results.electionId} />}
    </>
  )
}

/** How these figures are checked. */
function BoardLinks({ electionId }: { electionId: string }) {
  return (
    <p className="flex flex-wrap gap-x-8">
      {[
        ['Public board', `/board/${electionId}`],
        ['Check your receipt', '/receipt'],
        [howTitle, '/how-votes-are-counted'],
      ].map(([label = '', href = '']) => (
        <SiteLink key={href} href={href} className="text-link inline-flex min-h-11 items-center">
          {label}
        </SiteLink>
      ))}
    </p>
  )
}

const hasFigures = ({ standings }: Counted) => standings.some((one) => one.votes > 0)

function Votes({ results, votes }: { results: Results; votes: Counted }) {
  const { stage } = results
  const leaders = seatsFilled(results.seats, votes.standings, votes, stage === 'certified')
  const table = useRef<HTMLDetailsElement>(null)
  const openTable = () => {
    if (table.current) table.current.open = true
  }
  return (
    <>
      <div className="grid grid-cols-1 items-stretch gap-6 lg:grid-cols-[37rem_1fr]">
        <section aria-label="Chart" className="card flex min-w-0 flex-col justify-between gap-3 p-4 sm:p-5">
          <LeadingChart leaders={leaders.map(({ candidate }) => candidate)} />
          <div>
            <p className="text-muted">{chartText(stage, leaders.length, votes.standings.length, votes.ties.length)}</p>
            <a
              href={`#${figuresTableId}`}
              onClick={openTable}
              className="text-link inline-flex min-h-11 min-w-0 items-center wrap-anywhere"
            >
              {resultsText.chartNote}
            </a>
          </div>
        </section>
        <LeadingPanel {...{ results, votes, leaders }} />
      </div>
      <TieNotices votes={votes} leaders={leaders} />
      <FiguresTable votes={votes} ref={table} />
      <TurnoutPanel results={results} />
      <PanelGroup title="Top Candidates by Region" note={resultsText.byRegion}>
        {topByRegion(votes.standings).map(({ region, leading }) => (
          <CandidatePanel key={region} title={`${region} Top Candidates`} {...{ leading, votes, stage }} />
        ))}
      </PanelGroup>
      <PanelGroup title="Top Candidates by Military Service">
        {topByService(votes.standings).map(({ ms, leading }) => (
          <CandidatePanel key={ms} title={<ServiceTitle ms={ms} />} {...{ leading, votes, stage }} />
        ))}
      </PanelGroup>
    </>
  )
}

function PanelGroup({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="text-3xl md:text-4xl">{title}</h2>
      {note && <p className="mt-1 text-muted">{note}</p>}
      <div className="mt-4 grid grid-cols-1 gap-5 lg:grid-cols-2">{children}</div>
    </section>
  )
}

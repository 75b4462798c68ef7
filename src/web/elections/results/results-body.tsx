import { useRef, useState } from 'react'
import { seatsOf, topByRegion, topByService } from '#shared/elections/counting/standings.ts'
import {
  decidedTieText,
  howDecidedText,
  isRegionShown,
  recordedText,
  seatsFilled,
  type SeatedCandidate,
} from '#shared/elections/results/results.ts'
import { seatName } from '#shared/elections/voting/seats.ts'
import { showNumber } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { CheckIcon, icon, DownloadIcon } from '#web/components/icons.tsx'
import { EmptyState, Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { CancelledElection } from '#web/elections/current-election.tsx'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'
import { howTitle } from '#web/elections/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { certificateFile, resultPicture, resultsFile, type CountedNominee, type Counted, type Results } from './api.ts'
import { CandidatePanel, FiguresTable, figuresTableId, LeadingPanel, ServiceTitle } from './candidate-figures.tsx'
import { LeadingChart } from './leading-chart.tsx'
import { abbreviate } from './names.ts'
import { chartText, decidedTitle, emptyText, emptyTitle, openTieText, resultsText, tiesTitle } from './text.ts'

export function ResultsBody({ results }: { results: Results }) {
  const { votes } = results
  if (results.stage === 'cancelled') return <CancelledElection election={results} />
  return (
    <>
      {results.kind === 'rehearsal' && (
        <Notice tone="warning" title="This is a rehearsal">
          These are trial ballots. They are kept separate, counted one by one, not secret, and deleted when the
          rehearsal ends.
        </Notice>
      )}
      {votes === null ? (
        <EmptyState title="The votes will be shown after voting closes">
          Voting closes on {showInstant(results.votingCloses)}. Until then you can see here how many members have voted.
          The votes will then appear automatically.
        </EmptyState>
      ) : hasFigures(votes) ? (
        <Votes results={results} votes={votes} />
      ) : (
        <EmptyState title={emptyTitle(results)}>{emptyText(results)}</EmptyState>
      )}
      {!(votes && hasFigures(votes)) && <TurnoutPanel results={results} />}
      {results.stage === 'certified' && votes && <ShareResult results={results} />}
      {votes && <ResultsDownloads results={results} />}
      {results.kind === 'election' && <BoardLinks electionId={results.electionId} />}
    </>
  )
}

/** How to check these figures. */
function BoardLinks({ electionId }: { electionId: string }) {
  return (
    <p className="no-print flex flex-wrap gap-x-8">
      {[
        ['Public board', `/board/${electionId}`],
        ['Check your receipt', '/receipt'],
        [howTitle, '/how-votes-are-counted'],
      ].map(([label = '', href = '']) => (
        <SiteLink key={href} href={href} className="tap-link">
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
  const forSeats = votes.standings.filter(({ ms }) => seatsOf(results.seats, ms) > 0)
  const table = useRef<HTMLDetailsElement>(null)
  const openTable = () => {
    if (table.current) table.current.open = true
  }
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[37rem_1fr] print:grid-cols-[1fr_22rem] print:gap-4">
        <section aria-label="Chart" className="card flex min-w-0 break-inside-avoid flex-col gap-3 p-4 sm:p-5">
          <LeadingChart leaders={leaders.map(({ candidate }) => candidate)} />
          <div>
            <p className="text-muted">{chartText(stage, leaders.length, votes.standings.length, votes.ties.length)}</p>
            <a href={`#${figuresTableId}`} onClick={openTable} className="no-print tap-link min-w-0 wrap-anywhere">
              {resultsText.chartNote}
            </a>
          </div>
        </section>
        <LeadingPanel {...{ results, votes, leaders }} />
      </div>
      <TieNotices votes={votes} leaders={leaders} seats={results.seats} />
      <FiguresTable votes={votes} ref={table} />
      <TurnoutPanel results={results} />
      <PanelGroup title="Top Candidates by Region" note={resultsText.byRegion}>
        {topByRegion(forSeats).map(({ region, ...panel }) => (
          <CandidatePanel key={region} title={`${region} Top Candidates`} {...{ ...panel, votes, stage }} />
        ))}
      </PanelGroup>
      <PanelGroup title="Top Candidates by Military Service">
        {topByService(forSeats).map(({ ms, ...panel }) => (
          <CandidatePanel key={ms} title={<ServiceTitle service={ms} />} {...{ ...panel, votes, stage }} />
        ))}
      </PanelGroup>
    </>
  )
}

/** Not on paper: the table has the same figures under whole names. */
function PanelGroup({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <section className="no-print">
      <h2 className="text-3xl md:text-4xl">{title}</h2>
      {note && <p className="mt-1 text-muted">{note}</p>}
      <div className="mt-4 grid grid-cols-1 gap-5 lg:grid-cols-2">{children}</div>
    </section>
  )
}

interface TieNoticesProps {
  votes: Counted
  leaders: readonly SeatedCandidate<CountedNominee>[]
  seats: Results['seats']
}

/** Equal votes for the last seats: all of them are named, because nobody is chosen by the spelling of a name. */
function TieNotices({ votes: { ties, decided, standings }, leaders, seats }: TieNoticesProps) {
  const nameOf = (id: string) => abbreviate(standings.find((one) => one.nomineeId === id)?.name ?? '')
  const withSeat = (id: string) => {
    const seat = leaders.find(({ candidate }) => candidate.nomineeId === id)?.seat
    return seat ? `${nameOf(id)} (${seatName(seat, seats)})` : nameOf(id)
  }
  return (
    <>
      {ties.length > 0 && (
        <Notice tone="warning" title={tiesTitle(ties.length)}>
          <ul className="mt-1 grid gap-1">
            {ties.map((tie) => (
              <li key={tie.ms}>{openTieText(tie, tie.nomineeIds.map(nameOf))}</li>
            ))}
          </ul>
        </Notice>
      )}
      {decided.length > 0 && (
        <Notice tone="info" title={decidedTitle(decided.length)}>
          <ul className="mt-1 grid gap-3">
            {decided.map((tie) => (
              <li key={tie.ms} className="min-w-0 break-words">
                <p>
                  {decidedTieText(
                    tie,
                    tie.tied.map(({ nomineeId }) => nameOf(nomineeId)),
                    tie.chosen.map(({ nomineeId }) => withSeat(nomineeId)),
                  )}
                </p>
                <p className="whitespace-pre-line">{howDecidedText(tie)}</p>
                <p>{recordedText(tie)}</p>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

/** The turnout by the voters' own region. */
function TurnoutPanel({ results }: { results: Results }) {
  return (
    <section aria-labelledby="turnout-title" className="card break-inside-avoid px-5 py-5 sm:px-6">
      <h2 id="turnout-title" className="text-2xl md:text-3xl">
        Turnout by Region
      </h2>
      <ul className="mt-4 grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {results.turnout.filter(isRegionShown).map((one) => (
          <RegionTurnout key={one.region} {...one} />
        ))}
      </ul>
      {results.kind === 'election' && results.counted < results.cast && (
        <p className="mt-5 max-w-[75ch] text-muted">
          {showNumber(results.counted)} of {showNumber(results.cast)} ballots are counted. Ballots are counted in
          groups, the last of them after voting closes, so that nobody can tell how one person voted.
        </p>
      )}
    </section>
  )
}

const ShareIcon = icon(<path d="M12 15V3m-4 4 4-4 4 4M5 11v9h14v-9" />)

/** The certified result as a picture: shared by whatever means this device has, or saved as a file. */
function ShareResult({ results }: { results: Results }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const address = resultPicture(results)

  async function share() {
    setBusy(true)
    setFailed(false)
    try {
      // Already shown below, so this takes no time: browsers share only right after a tap.
      const reply = await fetch(address)
      if (!reply.ok) throw new Error(`the picture was refused: ${reply.status}`)
      await shareOrSave(new File([await reply.blob()], 'election-result.png', { type: 'image/png' }), results.title)
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }

  return (
    <section
      aria-labelledby="share-title"
      className="card no-print grid grid-cols-1 gap-4 p-5 sm:p-6 md:grid-cols-2 md:items-center"
    >
      <img
        src={address}
        width={1200}
        height={630}
        loading="lazy"
        alt={resultsText.shareAlt(results.title)}
        className="h-auto w-full rounded-field border border-line"
      />
      <div>
        <h2 id="share-title" className="text-2xl md:text-3xl">
          {resultsText.share}
        </h2>
        <p className="mt-1 text-lg text-muted">{resultsText.shareHint}</p>
        <Button look="accent" busy={busy} className="mt-4" onClick={() => void share()}>
          <ShareIcon />
          Share
        </Button>
        <p role="status" className="mt-2 text-red empty:hidden">
          {failed && resultsText.shareFailed}
        </p>
      </div>
    </section>
  )
}

async function shareOrSave(picture: File, title: string): Promise<void> {
  // Older browsers and pages without https cannot share.
  const able = (navigator as Partial<Navigator>).canShare?.({ files: [picture] }) ?? false
  if (!able) return saveFile(picture, picture.name)
  await navigator.share({ files: [picture], title }).catch((error: unknown) => {
    // Closed without choosing anybody is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(picture, picture.name)
  })
}

function ResultsDownloads({ results }: { results: Results }) {
  return (
    <section aria-label="Download the results" className="no-print flex flex-wrap gap-3">
      {results.stage === 'certified' && (
        <a href={certificateFile(results)} target="_blank" rel="noopener" className={buttonClass('primary')}>
          <CheckIcon />
          Certificate (PDF)
        </a>
      )}
      <a href={resultsFile(results, 'csv')} download className={buttonClass('outline')}>
        <DownloadIcon />
        Export CSV
      </a>
      <a href={resultsFile(results, 'pdf')} download className={buttonClass('outline')}>
        <DownloadIcon />
        Export PDF
      </a>
    </section>
  )
}

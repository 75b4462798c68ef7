import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Board } from '#shared/elections/board/board.ts'
import { boardText } from '#shared/elections/board/board-text.ts'
import { howTitle } from '#shared/elections/board/schedule-text.ts'
import type { Head } from '#shared/elections/board/statements.ts'
import { showInstant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import { boardQuery, boardsQuery, type BoardChoice } from '#web/api/elections/board.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { BoardDownloads } from '#web/elections/board/board-downloads.tsx'
import { FreezeRecordCard } from '#web/elections/board/freeze-record-card.tsx'
import { HeadCard } from '#web/elections/board/head-card.tsx'
import { said } from '#web/elections/board/said.ts'
import { PageBanner } from '#web/layout/page-banner.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { usePathId } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** The public board of the current election, or of the one that the address names. */
export function BoardScreen() {
  const { shortName } = useSite()
  const wanted = usePathId()
  const { elections } = useSuspenseQuery(boardsQuery(useApi())).data
  const current = elections.find((one) => one.current) ?? elections[0]
  const id = wanted === '' ? current?.id : wanted
  return (
    <>
      <PageHead title={`${boardText.title} – ${shortName}`} description={boardText.intro} />
      {id === undefined ? (
        <PageBanner title={boardText.title}>
          <p>{boardText.none}</p>
        </PageBanner>
      ) : (
        <OfElection key={id} id={id} elections={elections} />
      )}
    </>
  )
}

function OfElection({ id, elections }: { id: string; elections: readonly BoardChoice[] }) {
  const { data: board } = useSuspenseQuery(boardQuery(useApi(), id))
  if (!board)
    return (
      <PageBanner title={boardText.title}>
        <p>There is no such election.</p>
        <SiteLink href="/board" className={`${buttonClass('outline-light')} on-dark mt-4`}>
          Current election
        </SiteLink>
      </PageBanner>
    )
  const head = board.head && said<Head>(board.head)
  return (
    <>
      <PageBanner title={boardText.title} overlapped>
        <p className="font-semibold text-white">{board.title}</p>
        <p className="mt-2">{boardText.intro}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 grid grid-cols-1 gap-6 pb-14 md:-mt-32">
        <Figures board={board} head={head} />
        {/* Each is taken over by React on its own, so that a slow phone answers a tap in between. */}
        <Suspense>
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
            <HeadCard {...{ board, head }} />
            <BoardDownloads {...{ board, head }} />
          </div>
        </Suspense>
        <Suspense>
          <FreezeRecordCard board={board} />
        </Suspense>
        <OtherElections elections={elections.filter((one) => one.id !== id)} />
      </div>
    </>
  )
}

function Figures({ board: { stage }, head }: { board: Board; head: Head | null }) {
  return (
    <section aria-label="Ballots" className="card grid gap-5 p-5 shadow-float md:p-8">
      {head && (
        <>
          <dl className="flex flex-wrap gap-6 sm:gap-x-14">
            <Figure label="ballots cast" value={head.cast} />
            <Figure label={head.counted < head.cast ? 'counted so far' : 'counted'} value={head.counted} />
            <Figure label="votes and blanks on the board" value={head.size} />
          </dl>
          <p className="text-muted">
            As of {showInstant(Date.parse(head.minute))}.{' '}
            {stage === 'voting' && 'Ballots wait and are counted in groups, the last ones after voting closes.'}
          </p>
        </>
      )}
      {!head && <p className="text-lg">{boardText.noHead}</p>}
      <p className="flex flex-wrap gap-3">
        <SiteLink href="/receipt" className={buttonClass('accent')}>
          Check your receipt
        </SiteLink>
        <SiteLink href="/how-votes-are-counted" className={buttonClass('outline')}>
          {howTitle}
        </SiteLink>
      </p>
    </section>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-muted">{label}</dt>
    <dd className="display text-5xl leading-none tabular-nums">{value.toLocaleString('en')}</dd>
  </div>
)

function OtherElections({ elections }: { elections: readonly BoardChoice[] }) {
  if (elections.length === 0) return null
  return (
    <section aria-labelledby="others">
      <h2 id="others" className="text-2xl">
        {boardText.earlierTitle}
      </h2>
      <ul className="mt-2">
        {elections.map(({ id, title, votingOpens, current }) => (
          <li key={id}>
            <SiteLink
              href={current ? '/board' : `/board/${id}`}
              className="text-link inline-flex min-h-11 items-center"
            >
              {title}, {showInstant(votingOpens).split(',')[0]}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

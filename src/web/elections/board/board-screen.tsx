import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type Board, parseSigned } from '#shared/elections/board/board.ts'
import type { CertificateStatement, Head } from '#shared/elections/board/statements.ts'
import { certificateOf, publicResult } from '#shared/elections/closing/certificate.ts'
import { showCount, showNumber } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Figure } from '#web/components/figure.tsx'
import { ElectedCard } from '#web/elections/elected-card.tsx'
import { howTitle, resultLater } from '#web/elections/text.ts'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { usePathId } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { boardQuery, boardsQuery } from './api.ts'
import { FreezeRecordCard, HeadCard, VotesCard } from './board-cards.tsx'
import { OtherElections } from './other-elections.tsx'
import { boardText, downloadText, packageLater } from './text.ts'

/** The public board of the current election, or of the one in the address. */
export function BoardScreen() {
  const { shortName } = useSite()
  const wanted = usePathId()
  const { elections } = useSuspenseQuery(boardsQuery).data
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
        <OfElection key={id} id={id} />
      )}
    </>
  )
}

function OfElection({ id }: { id: string }) {
  const { data: board } = useSuspenseQuery(boardQuery(id))
  if (!board)
    return (
      <PageBanner title={boardText.title}>
        <p>There is no such election.</p>
        <SiteLink href="/board" className={`${buttonClass('outline-light')} on-dark mt-4`}>
          Current election
        </SiteLink>
      </PageBanner>
    )
  const head = board.head && parseSigned<Head>(board.head)
  return (
    <>
      <PageBanner title={boardText.title} overlapped>
        <p className="font-semibold text-white">{board.title}</p>
        <p className="mt-2">{boardText.intro}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 space-y-6 pb-14 md:-mt-32">
        <Figures board={board} head={head} />
        {board.certificate && (
          <ElectedCard
            electionId={board.electionId}
            result={publicResult(certificateOf(parseSigned<CertificateStatement>(board.certificate)))}
            packagePublic={board.packageReady}
          />
        )}
        <VotesCard board={board} />
        {/* React hydrates each on its own, so that a slow phone can respond to a tap in between. */}
        <Suspense>
          <FreezeRecordCard board={board} />
        </Suspense>
        <Suspense>
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start print:block">
            <HeadCard {...{ board, head }} />
            <BoardDownloads {...{ board, head }} />
          </div>
        </Suspense>
        <OtherElections than={id} />
      </div>
    </>
  )
}

function Figures({ board: { stage, seats }, head }: { board: Board; head: Head | null }) {
  return (
    <section aria-label="Ballots" className="card grid gap-5 p-5 shadow-float md:p-8">
      {head && (
        <>
          <dl className="flex flex-wrap gap-6 sm:gap-x-14">
            <Figure label="ballots cast" value={showNumber(head.ballots)} />
            <Figure
              label={head.counted < head.ballots ? 'counted so far' : 'counted'}
              value={showNumber(head.counted)}
            />
            <Figure label="votes on the board" value={showNumber(head.size)} />
          </dl>
          <p className="text-muted">
            As of {showInstant(Date.parse(head.minute))}. {boardText.votesEach(showCount(seats.length, 'vote'))}{' '}
            {stage === 'voting' && 'Ballots are counted in groups, the last ones after voting closes.'}
          </p>
          {(stage === 'counting' || stage === 'counted') && <p className="text-lg font-semibold">{resultLater}</p>}
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
        <Button look="outline" onClick={() => window.print()}>
          Print
        </Button>
      </p>
    </section>
  )
}

/** The files for recounting the election without this site. */
function BoardDownloads({ board, head }: { board: Board; head: Head | null }) {
  const at = `/api/elections/${board.electionId}/board`
  const counted = head?.closed === true
  const files = [
    { name: 'package', href: `${at}/package.zip`, ready: board.packageReady },
    { name: 'verifier', href: '/verifier.html', ready: true },
    { name: 'heads', href: `${at}/heads.ndjson`, ready: head !== null },
    { name: 'roll', href: `${at}/roll.csv`, ready: board.record !== null },
    { name: 'participation', href: `${at}/participation.csv`, ready: board.record !== null && counted },
  ] as const
  return (
    <section aria-labelledby="downloads" className="no-print card p-5 md:p-7">
      <h2 id="downloads" className="text-2xl">
        {boardText.downloadsTitle}
      </h2>
      <p className="mt-2">{boardText.downloads}</p>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {files
          .filter(({ ready }) => ready)
          .map(({ name, href }) => (
            <li key={name} className="py-2">
              <a href={href} download className="tap-link gap-2 font-semibold">
                {downloadText[name][0]}
              </a>
              <p className="text-muted">{downloadText[name][1]}</p>
            </li>
          ))}
      </ul>
      {!counted && <p className="mt-3 text-muted">{packageLater}</p>}
    </section>
  )
}

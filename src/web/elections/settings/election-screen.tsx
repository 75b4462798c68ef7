import { useSuspenseQuery } from '@tanstack/react-query'
import { inGroups, scheduleBoardText } from '#web/elections/text.ts'
import type { Stage } from '#shared/elections/lifecycle.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { scheduleQuery, type PublicSchedule } from '#web/elections/settings/api.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { showClosing, showOpening } from '#web/elections/settings/schedule-text.ts'
import { ScheduleChanges } from '#web/elections/settings/schedule-changes.tsx'
import { Secrecy } from '#web/elections/settings/secrecy.tsx'
import { ScheduleWindows } from '#web/elections/settings/schedule-windows.tsx'
import { PublicCorrections } from '#web/elections/settings/public-corrections.tsx'
import { PageBanner } from '#web/layout/page-banner.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { cancelledText, noElectionText } from '#shared/elections/election-notice.ts'

/** What everybody may know of the election: its times, what was changed about them, and how to check one's vote. */
export function ElectionScreen() {
  const site = useSite()
  const { election, now } = useSuspenseQuery(scheduleQuery).data
  return (
    <>
      <PageHead
        title={`Election – ${site.shortName}`}
        description={`When ${site.shortName} nominates and votes, and how every vote stays secret and can be checked.`}
      />
      {election ? <Announced {...{ election, now }} /> : <NoElection />}
      <div className="wrap grid gap-12 py-12 md:grid-cols-2 md:gap-16 md:py-16">
        <Secrecy />
        <Checking fingerprint={election?.fingerprint} />
      </div>
    </>
  )
}

function Announced({ election, now }: { election: PublicSchedule; now: Instant }) {
  const next = ways[election.stage]
  return (
    <>
      <PageBanner title={election.title} overlapped>
        <p>{stageSentence(election)}</p>
        {/* The page may have lain in a cache for a minute: it says which minute it tells of. */}
        <p className="mt-2 text-base">{`As of ${showInstant(now)}`}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 grid grid-cols-1 gap-6 md:-mt-32">
        {election.cancellation && <Cancelled cancellation={election.cancellation} />}
        <section aria-labelledby="schedule-title" className="card p-5 shadow-float md:p-8">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h2 id="schedule-title" className="text-3xl md:text-4xl">
              Schedule
            </h2>
            {next && (
              <SiteLink href={next.href} className={buttonClass('accent')}>
                {next.words}
              </SiteLink>
            )}
          </div>
          {election.cancellation && <p className="mt-2 text-muted">{cancelledText.was}</p>}
          <ScheduleWindows {...{ election, now }} />
        </section>
        <ScheduleChanges changes={election.changes} />
        <PublicCorrections corrections={election.corrections} />
      </div>
    </>
  )
}

/** As it was signed: by whom, when and why. */
function Cancelled({ cancellation }: { cancellation: NonNullable<PublicSchedule['cancellation']> }) {
  const { at, by, reason, hadBallots } = cancellation
  return (
    <section aria-labelledby="cancelled-title" className="card border-l-4 border-l-gold p-5 shadow-float md:p-8">
      <h2 id="cancelled-title" className="text-3xl">
        {cancelledText.title}
      </h2>
      <p className="mt-3 text-lg break-words whitespace-pre-line">{reason}</p>
      {hadBallots && <p className="mt-3 font-semibold">{cancelledText.ballots}</p>}
      <p className="mt-3 break-words text-muted">{cancelledText.by(by, showInstant(at))}</p>
      <p className="text-muted">{cancelledText.signed}</p>
    </section>
  )
}

/** How a vote is checked; and, to be noted before voting, by what the site's key is recognised. */
function Checking({ fingerprint }: { fingerprint: string | undefined }) {
  return (
    <section aria-labelledby="checking">
      <h2 id="checking" className="text-3xl">
        Check it yourself
      </h2>
      <p className="mt-4 text-lg">{scheduleBoardText.checking}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <SiteLink href="/receipt" className={buttonClass('primary')}>
          Check your receipt
        </SiteLink>
        <SiteLink href="/board" className={buttonClass('outline')}>
          Public board
        </SiteLink>
      </p>
      {fingerprint && (
        <>
          <h3 className="mt-6 text-xl">Fingerprint of the key that signs this election</h3>
          <p className="mt-1 font-mono break-words">{inGroups(fingerprint)}</p>
          <p className="mt-1 text-muted">{scheduleBoardText.fingerprint}</p>
        </>
      )}
    </section>
  )
}

function NoElection() {
  return (
    <PageBanner title="Election">
      <p>
        {noElectionText.title}. {noElectionText.schedule}
      </p>
    </PageBanner>
  )
}

const results = { words: 'Results (members only)', href: '/election-result' }

/**
 * For those who are logged in and for those who are asked to on the way: the page is kept for both. To nominate and to vote
 * the strip above offers, and to whoever may.
 */
const ways: Partial<Record<Stage, { words: string; href: string }>> = {
  announced: { words: 'My account', href: '/redirect' },
  campaign: { words: 'My account', href: '/redirect' },
  counting: results,
  counted: results,
  certified: results,
}

function stageSentence(election: PublicSchedule): string {
  switch (election.stage) {
    case 'announced':
      return `Nomination opens at ${showOpening(election.nominationOpens)}.`
    case 'nomination':
      return `Nomination is open until ${showClosing(election.nominationCloses)}.`
    case 'campaign':
      return `Nomination is over. Voting opens at ${showOpening(election.votingOpens)}.`
    case 'voting':
      return `Voting is open until ${showClosing(election.votingCloses)}.`
    case 'cancelled':
      return `${cancelledText.title}.`
    default:
      return election.certifiedAt === null
        ? 'Voting is over. The result is not certified yet.'
        : `Voting is over. The result was certified on ${showInstant(election.certifiedAt)}.`
  }
}

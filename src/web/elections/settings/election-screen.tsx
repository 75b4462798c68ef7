import { useSuspenseQuery } from '@tanstack/react-query'
import { cancelledText, noElectionText } from '#shared/elections/election-notice.ts'
import type { Stage, Window } from '#shared/elections/lifecycle.ts'
import { correctionText } from '#shared/elections/roll/text.ts'
import { movedTimeNames } from '#shared/elections/schedule.ts'
import { trusteesText } from '#shared/elections/voting/seats.ts'
import { inGroups } from '#shared/figures.ts'
import { showDate, showInstant, type Instant } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass, classes } from '#web/components/classes.ts'
import { LockIcon } from '#web/components/icons.tsx'
import { OtherElections } from '#web/elections/board/other-elections.tsx'
import { ElectedCard } from '#web/elections/elected-card.tsx'
import { howTitle, resultLater, resultWhen, scheduleBoardText, secrecyFacts } from '#web/elections/text.ts'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { scheduleQuery, type PublicSchedule } from './api.ts'
import { CorrectionList, showClosing, showOpening, showOpeningOf, showTime } from './schedule.tsx'

/** The public page of the election: its times, how they changed, and how to check one's vote. */
export function ElectionScreen() {
  const site = useSite()
  const { election, now } = useSuspenseQuery(scheduleQuery).data
  return (
    <>
      <PageHead
        title={`Election – ${site.shortName}`}
        description={`When ${site.shortName} nominates and votes, and how every vote stays secret.`}
      />
      {election ? <Announced {...{ election, now }} /> : <NoElection />}
      <div className="wrap grid gap-12 py-12 md:grid-cols-2 md:gap-16 md:py-16">
        <Secrecy />
        <Checking fingerprint={election?.fingerprint} />
        <OtherElections than={election?.id} />
      </div>
    </>
  )
}

function Announced({ election, now }: { election: PublicSchedule; now: Instant }) {
  const next = ways[election.stage]
  // Everybody has the result above it.
  const look = election.certified ? 'outline' : 'accent'
  return (
    <>
      <PageBanner title={election.title} overlapped>
        <p>{trusteesText(election.seats)} Only members may vote.</p>
        <p className="mt-2">{stageSentence(election)}</p>
        {/* The page may be a minute old, from a cache, so it says which minute it shows. */}
        <p className="mt-2 text-base">{`As of ${showInstant(now)}`}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 grid grid-cols-1 gap-6 md:-mt-32">
        {election.certified && (
          <ElectedCard
            electionId={election.id}
            result={election.certified}
            packagePublic={election.certified.packagePublic}
          />
        )}
        {election.cancellation && <Cancelled cancellation={election.cancellation} />}
        <section aria-labelledby="schedule-title" className="card p-5 shadow-float md:p-8">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h2 id="schedule-title" className="text-3xl md:text-4xl">
              Schedule
            </h2>
            {next && (
              <SiteLink href={next.href} className={classes(buttonClass(look), next.forMembers && 'member:hidden')}>
                {next.words}
              </SiteLink>
            )}
            {next?.forMembers && (
              <span className="hidden member:block">
                <SiteLink href={next.forMembers} className={buttonClass('accent')}>
                  {next.words}
                </SiteLink>
              </span>
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

/** A window of the election in which something can be done. */
interface Step extends Window {
  title: string
  note: string
}

const stepsOf = (election: PublicSchedule): Step[] => [
  {
    title: 'Nomination',
    note: 'Members nominate other members.',
    opens: election.nominationOpens,
    closes: election.nominationCloses,
  },
  ...(election.candidacyFiling
    ? [
        {
          title: 'Candidacy',
          note: 'Members file for candidacy themselves, from their profile.',
          opens: election.candidacyOpens,
          closes: election.candidacyCloses,
        },
      ]
    : []),
  {
    title: 'Voting',
    note: election.goodStandingOnly
      ? `Every member in good standing on ${showDate(election.rollFreezesAt)} casts one ballot.`
      : 'Every member casts one ballot.',
    opens: election.votingOpens,
    closes: election.votingCloses,
  },
]

function ScheduleWindows({ election, now }: { election: PublicSchedule; now: Instant }) {
  return (
    <ol className="mt-5 grid divide-y divide-line border-t border-line">
      {stepsOf(election).map((step) => (
        <li key={step.title} className="grid gap-x-8 gap-y-2 py-5 last:pb-0 md:grid-cols-[14rem_1fr]">
          <div>
            <h3 className="flex flex-wrap items-center gap-3 text-2xl">
              {step.title}
              {election.cancellation === null && <StepState step={step} now={now} />}
            </h3>
            <p className="mt-1 text-muted">{step.note}</p>
          </div>
          <dl className="grid content-start gap-x-4 gap-y-1 text-lg sm:grid-cols-[4rem_1fr]">
            <dt className="text-muted">From</dt>
            <dd>{showOpeningOf(step)}</dd>
            <dt className="text-muted">Until</dt>
            <dd>{showClosing(step.closes)}</dd>
          </dl>
        </li>
      ))}
      {election.cancellation === null && election.certifiedAt === null && (
        <li className="grid gap-x-8 gap-y-2 pt-5 md:grid-cols-[14rem_1fr]">
          <h3 className="text-2xl">Result</h3>
          <p className="text-lg">{resultWhen}</p>
        </li>
      )}
    </ol>
  )
}

function StepState({ step: { opens, closes }, now }: { step: Window; now: Instant }) {
  const open = opens <= now && now < closes
  return (
    <span
      className={classes(
        'rounded-full px-2.5 py-1 text-base leading-none tracking-wider',
        open ? 'bg-green text-white' : 'bg-navy-soft text-navy-2',
      )}
    >
      {open ? 'Open now' : now < opens ? 'Coming up' : 'Over'}
    </span>
  )
}

/** As signed: by whom, when and why. */
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

type Changes = PublicSchedule['changes']

/** Times that changed after the election was announced, so that nobody has to trust that none did. */
function ScheduleChanges({ changes }: { changes: Changes }) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes-title" className="mt-10">
      <h2 id="changes-title" className="text-3xl">
        Times that were changed
      </h2>
      <p className="mt-2 max-w-[60ch] text-muted">What changed after the election was announced, newest first.</p>
      <ol className="mt-5 grid items-start gap-4 md:grid-cols-2">
        {byMoment(changes).map((together) => (
          <li
            key={together[0]?.changedAt}
            className="rounded-field border-l-4 border-gold bg-gold-soft px-5 py-4 break-words"
          >
            <OneChange changes={together} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What changed at once, with its reason. */
function OneChange({ changes }: { changes: Changes }) {
  const [first] = changes
  if (!first) return null
  return (
    <>
      <p className="font-semibold">Changed {showInstant(first.changedAt)}</p>
      {first.reason && <p className="mt-1 whitespace-pre-line">{first.reason}</p>}
      <dl className="mt-3 grid gap-3">
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt className="font-semibold">{movedTimeNames[field]}</dt>
            <dd>
              from <s>{showTime(field, before)}</s>
            </dd>
            <dd>
              to <strong>{showTime(field, after)}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const order = Object.keys(movedTimeNames)

/** As the site sends them, the latest first; simultaneous changes in the order of the schedule. */
const byMoment = (changes: Changes): Changes[] =>
  [...new Set(changes.map(({ changedAt }) => changedAt))].map((moment) =>
    order.flatMap((field) => changes.filter((one) => one.changedAt === moment && one.field === field)),
  )

/** So that nobody has to trust that nothing was corrected. */
function PublicCorrections({ corrections }: Pick<PublicSchedule, 'corrections'>) {
  if (corrections.length === 0) return null
  return (
    <section aria-labelledby="corrections-title" className="mt-10">
      <h2 id="corrections-title" className="text-3xl">
        {correctionText.title}
      </h2>
      <p className="mt-2 mb-5 max-w-[60ch] text-muted">{correctionText.note}</p>
      <CorrectionList corrections={corrections} />
    </section>
  )
}

/** How votes are kept secret, in plain words. */
function Secrecy() {
  return (
    <section aria-labelledby="secrecy-title">
      <h2 id="secrecy-title" className="flex items-center gap-3 text-3xl">
        <LockIcon className="size-7 flex-none text-olive" />
        How your vote stays secret
      </h2>
      <ul className="mt-4 grid list-disc gap-3 pl-6 text-lg marker:text-olive">
        {secrecyFacts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <SiteLink href="/how-votes-are-counted" className="tap-link no-print mt-3">
        {howTitle}
      </SiteLink>
    </section>
  )
}

/** How to check a vote; and the fingerprint of the site's key, to be noted before voting. */
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

const nominees = { words: 'Nominees (members only)', href: '/nominate' }
const results = { words: 'Results (members only)', href: '/election-result' }

/**
 * For people logged in, and for those who are asked to log in on the way: the cached page is the same for both. The strip above
 * offers nominating and voting to those who may.
 */
const ways: Partial<Record<Stage, { words: string; href: string; forMembers?: string }>> = {
  announced: { words: 'My account', href: '/redirect' },
  nomination: nominees,
  campaign: nominees,
  // By then they are signed, for everybody to read; members also see their pictures and statements.
  voting: { words: 'Candidates', href: '/board#candidates', forMembers: nominees.href },
  counting: results,
  counted: results,
  certified: results,
}

function stageSentence(election: PublicSchedule): string {
  switch (election.stage) {
    case 'announced':
      return `Nomination opens on ${showOpening(election.nominationOpens)}.`
    case 'nomination':
      return `Nomination is open until ${showClosing(election.nominationCloses)}.`
    case 'campaign':
      return `Nomination is over. Voting opens on ${showOpening(election.votingOpens)}.`
    case 'voting':
      return `Voting is open until ${showClosing(election.votingCloses)}.`
    case 'cancelled':
      return `${cancelledText.title}.`
    default:
      return election.certifiedAt === null
        ? `Voting is over. The result is not certified yet. ${resultLater}`
        : `Voting is over. The result was certified on ${showInstant(election.certifiedAt)}.`
  }
}

import { useQuery } from '@tanstack/react-query'
import { jobNames } from '#shared/accounts/text.ts'
import { needsNothing, urgentFirst } from '#shared/check.ts'
import { stripText } from '#shared/elections/election-strip.ts'
import { showShare } from '#shared/elections/results/results.ts'
import { thingsToWatch } from '#shared/elections/settings/readiness.ts'
import { showNumber } from '#shared/figures.ts'
import { jobs, may, type Job, type Who } from '#shared/permissions.ts'
import { meQuery } from '#web/api/mine.ts'
import { classes } from '#web/components/classes.ts'
import { ArrowIcon } from '#web/components/icons.tsx'
import { Failed, Notice, Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { EditorTiles } from '#web/content/editors/editor-tiles.tsx'
import { currentElectionQuery, readinessQuery } from '#web/elections/api.ts'
import { ElectionNotice } from '#web/elections/election-notice.tsx'
import { resultsQuery } from '#web/elections/results/api.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { countsQuery } from '#web/members/api.ts'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { checklistQuery } from './api.ts'
import { AlarmSection, ChecklistSection, ToDoSection } from './to-do.tsx'

/** The open tasks, the state of the election, two counts, and then everything that can be edited. */
export function DashboardScreen() {
  return (
    <AdminLayout title="Dashboard">
      <MissingJobNotice />
      <Fetched query={useQuery(meQuery)} failed="Your account could not be loaded" loading={null}>
        {(me) => (
          <>
            <Now me={me} address={me.email ?? ''} />
            {may(me, 'approve members') && <Counts />}
            {may(me, 'edit pages') && <EditorTiles />}
          </>
        )}
      </Fetched>
    </AdminLayout>
  )
}

/**
 * A site without members shows first how to set it up; any other shows what is missing after the open tasks. While voting is
 * open, nothing stands before the election.
 */
function Now({ me, address }: { me: Who; address: string }) {
  const steps = useQuery(checklistQuery)
  const isVoting = useQuery(currentElectionQuery()).data?.election?.stage === 'voting'
  const { data } = steps
  if (steps.isPending) return <Skeleton className="mb-6 h-40" />
  const checklist = data && data.lines.length > 0 && <ChecklistSection checklist={data} address={address} />
  if (data?.isNew && checklist)
    return (
      <>
        <AlarmSection steps={data.lines} />
        {checklist}
      </>
    )
  const parts = [<ToDoSection key="to-do" />, <ElectionNow key="election" me={me} />]
  return (
    <>
      {isVoting ? parts.toReversed() : parts}
      <Fetched query={steps} failed="The first steps could not be loaded">
        {() => checklist}
      </Fetched>
    </>
  )
}

function Counts() {
  const counts = useQuery(countsQuery)
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {counts.isError && !counts.data ? (
        <Failed title="The counts could not be loaded" error={counts.error} onRetry={() => void counts.refetch()} />
      ) : (
        <>
          <CountTile
            title="Membership Approval"
            count={counts.data?.pendingCount}
            unit="waiting"
            href="/members?approval=true"
            urgent
          />
          <CountTile title="Current Members" count={counts.data?.approvedCount} unit="approved" href="/members" />
        </>
      )}
    </div>
  )
}

const missingJobText = {
  title: 'You cannot open this page',
  job: (job: Job) => `It needs the job “${jobNames[job]}”. An administrator with all jobs can give it to you.`,
  everyJob: 'Only administrators with all jobs can open it. Please ask one of them.',
} as const

/** For an administrator whom the server sent here from a page that needs another job. */
function MissingJobNotice() {
  const needs = useSearch().get('needs')
  if (needs !== 'every job' && !isJob(needs)) return null
  return (
    <Notice tone="warning" title={missingJobText.title} className="mb-6">
      <p>{isJob(needs) ? missingJobText.job(needs) : missingJobText.everyJob}</p>
    </Notice>
  )
}

const isJob = (word: string | null): word is Job => (jobs as readonly (string | null)[]).includes(word)

/** Has its own query, so that the rest of the dashboard neither waits for it nor fails with it. */
function ElectionNow({ me }: { me: Who }) {
  return (
    <div className="mb-6">
      <Fetched
        query={useQuery(currentElectionQuery())}
        failed="The election could not be loaded"
        loading={<Skeleton className="h-20" />}
      >
        {({ election }) => (
          <>
            <ElectionNotice election={election} reader={me} />
            {election?.stage === 'voting' && may(me, 'run elections') && <ThingsToWatch electionId={election.id} />}
            {election?.stage === 'voting' && <TurnoutNow electionId={election.id} />}
          </>
        )}
      </Fetched>
    </div>
  )
}

/** What is missing; the page of the day says what to do. */
function ThingsToWatch({ electionId }: { electionId: string }) {
  const { data } = useQuery(readinessQuery(electionId))
  const missing = data?.readiness.filter((check) => !needsNothing(check)) ?? []
  if (missing.length === 0) return null
  return (
    <Notice tone="warning" title={thingsToWatch} className="mt-3">
      {urgentFirst(missing).map(({ sentence }) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}

/** How many have voted so far, refetched while voting is open. */
function TurnoutNow({ electionId }: { electionId: string }) {
  const { data } = useQuery(resultsQuery({ election: electionId, test: false }))
  const eligible = data?.turnout.reduce((all, one) => all + (one.eligible ?? 0), 0) ?? 0
  if (!data || eligible === 0) return null
  const { cast } = data
  return (
    <div className="card mt-3 px-5 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="display text-3xl tabular-nums">{stripText.turnout({ cast, eligible })}</span>
        <span className="text-muted tabular-nums">{showShare(cast, eligible)}</span>
      </p>
      <div aria-hidden="true" className="mt-2 h-3 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-olive" style={{ width: `${Math.min(100, (100 * cast) / eligible)}%` }} />
      </div>
    </div>
  )
}

interface CountTileProps {
  title: string
  /** Undefined while it is loading. */
  count: number | undefined
  unit: string
  href: string
  /** Somebody is waiting for what is counted here. */
  urgent?: boolean
}

function CountTile({ title, count, unit, href, urgent }: CountTileProps) {
  return (
    <SiteLink
      href={href}
      className={classes(
        'card group grid content-start gap-1 border-t-4 p-6 transition-shadow duration-150 hover:shadow-float',
        urgent && count ? 'border-t-gold' : 'border-t-navy',
      )}
    >
      <span className="flex items-center justify-between gap-3 font-semibold text-muted">
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <ArrowIcon className="size-5 flex-none transition-transform duration-150 group-hover:translate-x-1" />
      </span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        {count === undefined ? (
          <Skeleton className="my-1.5 h-11 w-24" />
        ) : (
          <span className="display text-6xl tabular-nums">{showNumber(count)}</span>
        )}
        <span className="text-muted">{unit}</span>
      </span>
    </SiteLink>
  )
}

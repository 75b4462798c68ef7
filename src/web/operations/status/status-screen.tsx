import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { needsNothing, worstOf, type Check } from '#shared/check.ts'
import { isGone } from '#shared/operations/status/site-checks.ts'
import { availableText, jobText, spanText } from '#shared/operations/status/text.ts'
import { minuteMs } from '#shared/time.ts'
import { meQuery } from '#web/api/mine.ts'
import { CheckList } from '#web/components/check-list.tsx'
import { classes } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'
import { Notice, Fetched } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { BackupPanel } from '#web/operations/backup/backup-panel.tsx'
import { statusQuery, type Status, type StatusJob, type StatusNode } from './api.ts'
import { FailedEmails } from './failed-emails.tsx'
import { TestEmail } from './test-email.tsx'
import { clockText, headlineText, statusScreenText } from './text.ts'

const refreshMs = 15_000

/** Shows an administrator who is no engineer how the site is: a headline, then what to do, then the details. */
export function StatusScreen() {
  const me = useQuery(meQuery)
  const status = useQuery({ ...statusQuery, refetchInterval: refreshMs })
  return (
    <AdminLayout title={statusScreenText.title}>
      <Fetched query={status} failed={statusScreenText.failed} loading={<StatusSkeleton />}>
        {(data) => <StatusBody status={data} stale={status.isError} address={me.data?.email ?? ''} />}
      </Fetched>
    </AdminLayout>
  )
}

interface BodyProps {
  status: Status
  /** The last refresh failed. */
  stale: boolean
  address: string
}

function StatusBody({ status, stale, address }: BodyProps) {
  return (
    <div className="grid max-w-6xl gap-8">
      {stale && <Notice tone="warning">{statusScreenText.stale}</Notice>}
      <Headline checks={status.checks} />
      <StatusSection title={statusScreenText.checks} note={statusScreenText.refreshed}>
        <CheckList checks={status.checks} look="status" />
      </StatusSection>
      <BackupPanel />
      <StatusSection title={statusScreenText.email} note={statusScreenText.emailWhy}>
        <TestEmail address={address} />
      </StatusSection>
      <FailedEmails />
      <StatusSection title={statusScreenText.servers}>
        <NodesTable nodes={status.nodes} />
      </StatusSection>
      <StatusSection title={statusScreenText.jobs}>
        <JobsTable jobs={status.jobs} />
      </StatusSection>
      <StatusSection title={statusScreenText.versions}>
        <Versions versions={status.versions} />
      </StatusSection>
    </div>
  )
}

const headlineLooks = {
  ok: 'border-t-green text-green',
  warning: 'border-t-gold text-gold-ink',
  wrong: 'border-t-red text-red',
} as const

/** The line that most visits are for. A screen reader announces changes. */
function Headline({ checks }: { checks: readonly Check[] }) {
  const worst = worstOf(checks)
  const attention = checks.filter((check) => !needsNothing(check)).length
  const Icon = worst === 'ok' ? CheckIcon : AlertIcon
  return (
    <div
      role="status"
      className={classes('card flex flex-wrap items-center gap-4 border-t-4 p-6', headlineLooks[worst])}
    >
      <Icon className="size-10 flex-none" />
      <div>
        <p className="display text-4xl wrap-anywhere">{headlineText(attention)}</p>
        <p className="mt-1 text-ink">{worst === 'ok' ? statusScreenText.allWell : statusScreenText.attention}</p>
      </div>
    </div>
  )
}

/** A section of the status page with its own heading. */
function StatusSection({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {note && <p className="mt-1 max-w-[70ch] text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

const nodeColumns: readonly Column<StatusNode>[] = [
  { heading: 'Server', main: true, cell: ({ host, pid }) => `${host} (process ${pid})` },
  { heading: 'Version', cell: ({ version }) => version },
  { heading: 'Running for', cell: ({ upMs }) => spanText(upMs) },
  { heading: 'Last seen', cell: lastSeen },
  { heading: 'Clock', cell: ({ clockOffsetMs }) => clockText(clockOffsetMs) },
]

function lastSeen({ sinceSeenMs, draining }: StatusNode): string {
  if (isGone({ sinceSeenMs })) return `${spanText(sinceSeenMs)} ago: it stopped without warning, or its machine is off`
  return draining ? 'stopping' : 'just now'
}

function NodesTable({ nodes }: { nodes: readonly StatusNode[] }) {
  return (
    <DataTable
      caption={statusScreenText.servers}
      columns={nodeColumns}
      rows={nodes}
      keyOf={({ id }) => id}
      empty={<p className="text-muted">{statusScreenText.noServers}</p>}
    />
  )
}

const jobColumns: readonly Column<StatusJob>[] = [
  { heading: 'What', main: true, cell: (job) => <JobName job={job} /> },
  { heading: 'How often', phone: 'hidden', cell: howOften },
  { heading: 'Last done', phone: 'hidden', cell: lastDone },
  { heading: 'State', phone: 'hidden', cell: (job) => <JobState job={job} /> },
]

function howOften({ everyMs }: StatusJob): string {
  return `every ${spanText(everyMs).replace(/^1 /, '')}`
}

/** A success is recorded at most once a minute, however often the job runs. */
function lastDone({ sinceSuccessMs }: StatusJob): string {
  if (sinceSuccessMs === null) return 'not yet'
  return sinceSuccessMs < 2 * minuteMs ? 'just now' : `${spanText(sinceSuccessMs)} ago`
}

function JobsTable({ jobs }: { jobs: readonly StatusJob[] }) {
  return (
    <DataTable
      caption={statusScreenText.jobs}
      columns={jobColumns}
      rows={jobs}
      keyOf={({ name }) => name}
      empty={<p className="text-muted">{statusScreenText.noServers}</p>}
    />
  )
}

/** On a phone this also shows the values of the other columns. */
const JobName = ({ job }: { job: StatusJob }) => (
  <>
    {jobText[job.name] ?? job.name}
    <span className="flex flex-wrap items-center justify-between gap-x-4 text-base font-normal as-table:hidden">
      <span className="text-muted">
        {howOften(job)}, {job.sinceSuccessMs === null ? 'not done yet' : `done ${lastDone(job)}`}
      </span>
      <span className="wrap-anywhere">
        <JobState job={job} />
      </span>
    </span>
  </>
)

function JobState({ job }: { job: StatusJob }) {
  if (job.failures > 0)
    return (
      <>
        <Pill tone="red">{job.failures === 1 ? 'Failed' : `Failed ${job.failures} times`}</Pill> {job.lastError}
      </>
    )
  return job.late ? <Pill tone="gold">Late</Pill> : <Pill tone="green">Fine</Pill>
}

/** For a person who gives support from elsewhere. */
function Versions({ versions }: { versions: Status['versions'] }) {
  const lines = [
    ['Site', versions.site],
    ['Node', versions.node],
    ['PostgreSQL', versions.postgres ?? 'not known: the database does not reply'],
  ]
  return (
    <div className="card grid gap-4 p-4 md:px-6">
      {versions.available && <p>{availableText(versions.available)}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 max-sm:grid-cols-1">
        {lines.map(([what, version]) => (
          <div key={what} className="contents">
            <dt className="text-muted">{what}</dt>
            <dd className="tabular-nums wrap-anywhere">{version}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function StatusSkeleton() {
  return (
    <div className="card grid max-w-6xl gap-5 p-6" role="status">
      <span className="sr-only">{statusScreenText.loading}</span>
      {[1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} className={place % 2 ? 'h-6 w-4/5' : 'h-6 w-3/5'} />
      ))}
    </div>
  )
}

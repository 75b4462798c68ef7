import { jobText, statusScreenText } from '#shared/operations/status/screen-text.ts'
import { spanText } from '#shared/operations/status/status-text.ts'
import type { StatusJob } from '#web/api/operations/status.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Pill } from '#web/components/pill.tsx'

const columns: readonly Column<StatusJob>[] = [
  { heading: 'What', main: true, cell: (job) => <JobName job={job} /> },
  { heading: 'How often', phone: 'hidden', cell: howOften },
  { heading: 'Last done', phone: 'hidden', cell: lastDone },
  { heading: 'State', phone: 'hidden', cell: (job) => <JobState job={job} /> },
]

function howOften({ everyMs }: StatusJob): string {
  return `every ${spanText(everyMs).replace(/^1 /, '')}`
}

function lastDone({ sinceSuccessMs }: StatusJob): string {
  return sinceSuccessMs === null ? 'not yet' : `${spanText(sinceSuccessMs)} ago`
}

export function JobsTable({ jobs }: { jobs: readonly StatusJob[] }) {
  return (
    <DataTable
      caption={statusScreenText.jobs}
      columns={columns}
      rows={jobs}
      keyOf={({ name }) => name}
      empty={<p className="text-muted">{statusScreenText.noServers}</p>}
    />
  )
}

/** On a phone it tells the other columns, too. */
const JobName = ({ job }: { job: StatusJob }) => (
  <>
    {jobText[job.name] ?? job.name}
    <span className="flex flex-wrap items-center justify-between gap-x-4 text-base font-normal md:hidden">
      <span className="text-muted">
        {howOften(job)}, done {lastDone(job)}
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

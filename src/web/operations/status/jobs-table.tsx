import { statusScreenText } from '#shared/operations/status/screen-text.ts'
import { spanText } from '#shared/operations/status/status-text.ts'
import type { StatusJob } from '#web/api/operations/status.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Pill } from '#web/components/pill.tsx'

const columns: readonly Column<StatusJob>[] = [
  { heading: 'What', main: true, cell: ({ name }) => name.charAt(0).toUpperCase() + name.slice(1) },
  { heading: 'How often', cell: ({ everyMs }) => `every ${spanText(everyMs).replace(/^1 /, '')}` },
  {
    heading: 'Last done',
    cell: ({ sinceSuccessMs }) => (sinceSuccessMs === null ? 'not yet' : `${spanText(sinceSuccessMs)} ago`),
  },
  { heading: 'State', cell: (job) => <JobState job={job} /> },
]

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

function JobState({ job }: { job: StatusJob }) {
  if (job.failures > 0)
    return (
      <>
        <Pill tone="red">{job.failures === 1 ? 'Failed' : `Failed ${job.failures} times`}</Pill> {job.lastError}
      </>
    )
  return job.late ? <Pill tone="gold">Late</Pill> : <Pill tone="green">Fine</Pill>
}

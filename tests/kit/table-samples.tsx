import { useState } from 'react'
import { DataTable, rowsPerPage, type Column } from '#web/components/data-table.tsx'
import { EmptyState } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { people, type SamplePerson } from './people.ts'
import { Samples } from './samples.tsx'

const columns: readonly Column<SamplePerson>[] = [
  { heading: 'Name', cell: ({ name }) => name, main: true },
  { heading: 'ID number', cell: ({ number }) => number },
  { heading: 'Rank', cell: ({ rank }) => rank },
  { heading: 'Unit', cell: ({ unit }) => unit },
  { heading: 'Votes', cell: ({ id }) => Number(id) * 137, numeric: true },
]

export function TableSamples() {
  const [page, setPage] = useState(1)
  const rows = people.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  const shared = {
    columns,
    keyOf: ({ id }: SamplePerson) => id,
    empty: <EmptyState title="No members yet">Approved members will be listed here.</EmptyState>,
  }
  return (
    <Samples title="Tables">
      <DataTable caption="Members" rows={rows} {...shared} />
      <Pager label="Members" page={page} pageCount={Math.ceil(people.length / rowsPerPage)} onPage={setPage} />
      <DataTable caption="Members on their way" rows={undefined} {...shared} />
      <DataTable caption="No members" rows={[]} {...shared} />
    </Samples>
  )
}

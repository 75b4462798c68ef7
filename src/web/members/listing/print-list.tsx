import { useEffect } from 'react'
import { plainCell } from '#shared/csv.ts'
import { showCount } from '#shared/figures.ts'
import { exportColumns, exportLabel, type ExportColumn } from '#shared/members/csv/columns.ts'
import { filterWords, statusOf, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { ApiError, noConnectionText, unwrap } from '#web/api/client.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { filteredFile } from '#web/members/csv/api.ts'
import { readText } from '#web/members/csv/read-csv.ts'
import { memberName } from '#web/members/text.ts'
import { filterText } from './text.ts'

const printed = new Set<ExportColumn>([
  'id_number',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'unit_assignment',
  'region',
  'rank',
  'ms',
  'status',
])
const columns = exportColumns.filter((name) => printed.has(name))

type Printed = Partial<Record<ExportColumn, string>> & { row: number }

/** The file of an export, which has everybody and is in the log. */
export async function readPrinted(filter: MemberFilter): Promise<Printed[]> {
  const response = await fetch(filteredFile(filter, columns, 'print')).catch(() => {
    throw new ApiError({ code: 'no-connection', message: noConnectionText })
  })
  if (!response.ok) return unwrap<Printed[]>(Promise.resolve({ ok: false, json: () => response.json() }))
  const lines = readText(new Uint8Array(await response.arrayBuffer())).slice(1)
  return lines.map(({ row, cells }) => ({
    ...Object.fromEntries(columns.map((name, n) => [name, plainCell(cells[n] ?? '')])),
    row,
  }))
}

export interface PrintedMembers {
  filter: MemberFilter
  rows: readonly Printed[]
}

/** Everybody found, on paper only, which the browser is asked for at once. */
export function PrintedList({ filter, rows, onDone }: PrintedMembers & { onDone: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each list that was read
  }, [rows])
  const plain = (name: ExportColumn) => ({ heading: exportLabel(name), cell: (row: Printed) => row[name] ?? '' })
  return (
    <div className="hidden print:block">
      <h1 className="text-4xl">Members</h1>
      <p className="mt-1 font-semibold">{filterText.showing(filterWords({ ...filter, status: statusOf(filter) }))}</p>
      <p className="mb-2 text-muted">{showCount(rows.length, 'member')}</p>
      <DataTable
        caption="Members"
        columns={[
          {
            heading: exportLabel('id_number'),
            // A number in one line: paper is narrow.
            cell: (row) => row.id_number?.replaceAll('-', '\u2011') ?? '',
          },
          {
            heading: 'Name',
            main: true,
            cell: (row) =>
              memberName({
                firstName: row.first_name ?? '',
                middleName: row.middle_name ?? null,
                lastName: row.last_name ?? '',
                suffix: row.suffix ?? null,
              }) + (row.status === 'withdrawn' ? ' (withdrawn)' : ''),
          },
          plain('rank'),
          plain('ms'),
          plain('region'),
          plain('unit_assignment'),
        ]}
        rows={rows}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
    </div>
  )
}

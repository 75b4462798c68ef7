import { useEffect } from 'react'
import { compareNames } from '#shared/compare-names.ts'
import { plainCell } from '#shared/csv.ts'
import { showCount } from '#shared/figures.ts'
import { unbroken } from '#shared/joined-text.ts'
import { exportColumns, exportLabel, type ExportColumn } from '#shared/members/csv/columns.ts'
import { regions } from '#shared/members/enums.ts'
import { filterWords, type Sort, statusOf, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { showPhone } from '#shared/members/phone.ts'
import { isPlainDate, showPlainDate } from '#shared/time.ts'
import { ApiError, noConnectionText, unwrap } from '#web/api/client.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { filteredFile } from '#web/members/csv/api.ts'
import { readText } from '#web/members/csv/read-csv.ts'
import { memberName } from '#web/members/text.ts'
import { filterText } from './text.ts'

/** What names and orders need. */
const always: readonly ExportColumn[] = [
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'status',
  'member_since',
  'region',
]

type Printed = Partial<Record<ExportColumn, string>> & { row: number }

/** The file of an export, which has everybody and is in the log. */
export async function readPrinted(
  filter: MemberFilter,
  chosen: readonly ExportColumn[],
  sort: Sort = 'number',
): Promise<PrintedMembers> {
  const columns = exportColumns.filter((name) => always.includes(name) || chosen.includes(name))
  const response = await fetch(filteredFile(filter, columns, 'print')).catch(() => {
    throw new ApiError({ code: 'no-connection', message: noConnectionText })
  })
  if (!response.ok) return unwrap<PrintedMembers>(Promise.resolve({ ok: false, json: () => response.json() }))
  const lines = readText(new Uint8Array(await response.arrayBuffer())).slice(1)
  const rows = lines.map(({ row, cells }) => ({
    ...Object.fromEntries(columns.map((name, n) => [name, plainCell(cells[n] ?? '')])),
    row,
  }))
  return { filter, chosen, sort, rows: rows.toSorted(orders[sort]) }
}

export interface PrintedMembers {
  filter: MemberFilter
  chosen: readonly ExportColumn[]
  sort: Sort
  rows: readonly Printed[]
}

/** As `memberOrders` of the server. The file comes by ID number, in which those follow whom the order leaves alike. */
const orders: Record<Sort, (one: Printed, other: Printed) => number> = {
  number: () => 0,
  name: by((row) => `${row.last_name} ${row.first_name}`),
  // Newest first, so these follow from the highest number down.
  joined: (one, other) => by(({ member_since: day = '' }) => day)(other, one) || other.row - one.row,
  region: (one, other) => placeOfRegion(one) - placeOfRegion(other),
}

function by(key: (row: Printed) => string) {
  return (one: Printed, other: Printed) => compareNames(key(one), key(other))
}

/** Those without a region come last. */
const placeOfRegion = ({ region }: Printed): number => [...regions, ''].indexOf(region ?? '')

function onPaper(name: ExportColumn, text = ''): string {
  // Dates and numbers in one line: paper is narrow.
  if (name === 'cellphone_number') return unbroken(showPhone(text))
  if (isPlainDate(text)) return unbroken(showPlainDate(text))
  return name === 'id_number' ? unbroken(text) : text
}

/** Everybody found, on paper only, which the browser is asked for at once. */
export function PrintedList({ filter, chosen, sort, rows, onDone }: PrintedMembers & { onDone: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each list that was read
  }, [rows])
  const plain = (name: ExportColumn) => ({
    heading: exportLabel(name),
    cell: (row: Printed) => onPaper(name, row[name]),
  })
  const rest = chosen.filter((name) => name !== 'id_number')
  return (
    <div className="hidden print:block">
      <h1 className="text-4xl">Members</h1>
      <p className="mt-1 font-semibold">
        {filterText.showing(filterWords(filter.ids ? filter : { ...filter, status: statusOf(filter) }))}
      </p>
      <p className="mb-2 text-muted">{showCount(rows.length, 'member')}</p>
      <DataTable
        caption="Members"
        columns={[
          ...(rest.length < chosen.length ? [plain('id_number')] : []),
          {
            heading: sort === 'name' ? `Name ${filterText.byLastName}` : 'Name',
            main: true,
            cell: (row) =>
              memberName({
                firstName: row.first_name ?? '',
                middleName: row.middle_name ?? null,
                lastName: row.last_name ?? '',
                suffix: row.suffix ?? null,
              }) + (row.status === 'withdrawn' ? ' (withdrawn)' : ''),
          },
          ...rest.map(plain),
        ]}
        rows={rows}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
    </div>
  )
}

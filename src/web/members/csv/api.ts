import type { ExportColumn } from '#shared/members/csv/columns.ts'
import { importLimits, type ImportPart, type RowOutcome, type SentRow } from '#shared/members/csv/member-file.ts'
import { filterQuery, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { api, unwrap } from '#web/api/client.ts'

/** Checks or writes some rows of a spreadsheet, and returns the outcome of each. */
export async function sendPart(part: ImportPart, signal: AbortSignal): Promise<RowOutcome[]> {
  const { rows } = await unwrap(api['member-imports'].$post({ json: part }, { init: { signal } }))
  return rows
}

export function splitIntoParts(rows: readonly SentRow[]): SentRow[][] {
  const count = Math.ceil(rows.length / importLimits.rowsInPart)
  return Array.from({ length: count }, (_, n) =>
    rows.slice(n * importLimits.rowsInPart, (n + 1) * importLimits.rowsInPart),
  )
}

export const filteredFile = (filter: MemberFilter, columns: readonly ExportColumn[], how?: 'print') =>
  `/api/members.csv?${new URLSearchParams({ ...filterQuery(filter), columns: columns.join(), ...(how && { how }) })}`

/** A file of all members, or of all applicants. */
export const membersFile = (approved: boolean) => `/api/members.csv?approved=${approved}`

import type { ImportPreview, ImportResult } from '#shared/members/csv/member-file.ts'
import type { ExportColumn } from '#shared/members/csv/export-columns.ts'
import { filterQuery, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/use-upload.ts'

const address = '/api/member-imports'

/** What the file would do; nothing is written. */
export const previewFile: Upload<ImportPreview> = (file, how) => sendFile(address, file, how)

/** Writes what the preview of this very file showed. */
export const confirmFile = (fileHash: string): Upload<ImportResult> => {
  return (file, how) => sendFile(`${address}?confirm=${encodeURIComponent(fileHash)}`, file, how)
}

/** These members, with these columns, as a file. */
export const filteredFile = (filter: MemberFilter, columns: readonly ExportColumn[]) =>
  `/api/members.csv?${new URLSearchParams({ ...filterQuery(filter), columns: columns.join() })}`

/** The members, or those who wait for approval, as a file. */
export const membersFile = (approved: boolean) => `/api/members.csv?approved=${approved}`

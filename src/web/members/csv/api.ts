import type { ExportColumn } from '#shared/members/csv/columns.ts'
import type {
  DoubleMode,
  ExistingMode,
  ImportPreview,
  ImportResult,
  DateOrder,
} from '#shared/members/csv/member-file.ts'
import { filterQuery, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'

const address = '/api/member-imports'

/** What the file alone cannot say. */
export interface ImportWish {
  dates?: DateOrder
  existing?: ExistingMode
  doubles?: DoubleMode
}

const importQuery = (wish: ImportWish, confirm?: string) => {
  const query = new URLSearchParams({ ...wish, ...(confirm !== undefined && { confirm }) }).toString()
  return address + (query && `?${query}`)
}

/** What the file would do; nothing is written. */
export const previewFile = (wish: ImportWish): Upload<ImportPreview> => {
  return (file, how) => sendFile(importQuery(wish), file, how)
}

/** Writes what the preview of this very file showed. */
export const confirmFile = (wish: ImportWish, fileHash: string): Upload<ImportResult> => {
  return (file, how) => sendFile(importQuery(wish, fileHash), file, how)
}

/** These members, with these columns, as a file. */
export const filteredFile = (filter: MemberFilter, columns: readonly ExportColumn[]) =>
  `/api/members.csv?${new URLSearchParams({ ...filterQuery(filter), columns: columns.join() })}`

/** The members, or those who wait for approval, as a file. */
export const membersFile = (approved: boolean) => `/api/members.csv?approved=${approved}`

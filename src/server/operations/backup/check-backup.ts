import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { isStoredPath } from '#server/storage/storage.ts'
import { BackupError, type ReadEntry } from './archive.ts'

const newline = 0x0a

export interface CheckedBackup {
  manifest: Manifest
  trailer: Trailer
  /** The tables it holds, with their columns. */
  tables: { name: string; columns: string[] }[]
  /** The site key that encrypted its two-step secrets; null if the backup does not contain it. */
  siteKey: string | null
  /** The board's signing key; empty if there is none. */
  boardSeed: string
}

/** Reads a backup to its end and returns what it contains; throws if it is damaged. */
export async function checkBackup(entries: AsyncIterable<ReadEntry>): Promise<CheckedBackup> {
  let manifest: Manifest | undefined
  let trailer: Trailer | undefined
  const tables: Trailer['tables'] = []
  const shapes: CheckedBackup['tables'] = []
  let siteKey: string | null = null
  let boardSeed = ''
  let files = 0
  let fileBytes = 0
  for await (const { header, body, footer } of entries) {
    // The manifest must be first and the trailer last.
    if ((header.type === 'manifest') !== (manifest === undefined) || trailer) throw new BackupError('damaged')
    if (header.type === 'manifest') manifest = manifestSchema.parse(JSON.parse((await buffer(body)).toString()))
    else if (header.type === 'trailer') trailer = trailerSchema.parse(JSON.parse((await buffer(body)).toString()))
    else if (header.type === 'table') {
      const lines = await countLines(body)
      const { rows = -1, sha256 = '' } = footer() ?? {}
      // In the text format of COPY, each row is one line.
      if (lines !== rows) throw new BackupError('damaged')
      tables.push({ name: header.name, rows, sha256 })
      shapes.push({ name: header.name, columns: header.columns })
    } else if (header.type === 'settings') {
      const settings = envSettingsSchema.parse(JSON.parse((await buffer(body)).toString()))
      siteKey ??= settings['SITE_SECRET'] ?? null
      boardSeed ||= settings['BOARD_KEY']?.toLowerCase() ?? ''
    } else if (header.type === 'secret' && header.name === 'site.key') siteKey = (await buffer(body)).toString()
    else if (header.type === 'secret' && header.name === 'board.key') boardSeed = (await buffer(body)).toString()
    else if (header.type === 'file') {
      if (!isStoredPath(header.path)) throw new BackupError('damaged')
      for await (const chunk of body) fileBytes += chunk.length
      files += 1
    } else for await (const _bytes of body);
  }
  if (!manifest || !trailer) throw new BackupError('damaged')
  const isWhole =
    trailer.files === files &&
    trailer.fileBytes === fileBytes &&
    JSON.stringify(trailer.tables) === JSON.stringify(tables)
  if (!isWhole) throw new BackupError('damaged')
  return { manifest, trailer, tables: shapes, siteKey, boardSeed }
}

async function countLines(body: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  for await (const chunk of body)
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1
  return lines
}

/** The first entry of a backup: what a restore must know before it starts. */
const manifestSchema = z.object({
  /** Shows a repeated restore whether it is the same backup. */
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  /** The site's version, as in package.json. */
  version: z
    .string()
    .max(100)
    .regex(/^[\x20-\x7e]*$/),
  postgresql: z.string(),
  /** The migrations of the database by time, oldest first. */
  migrations: z.array(z.number()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The settings that another machine needs too, by name. Those of another version may be unknown here. */
export const envSettingsSchema = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string())

/** The last entry, with the totals. */
export const trailerSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  files: z.number(),
  fileBytes: z.number(),
  /** Files whose rows were deleted while the backup was made. */
  vanished: z.array(z.string()),
  /** Files that are missing although they have a row. */
  missing: z.array(z.string()),
  /** Files that changed after they were stored. The backup contains the changed bytes. */
  altered: z.array(z.string()),
})
export type Trailer = z.infer<typeof trailerSchema>

export const rowsOf = ({ tables }: Trailer, name: string): number =>
  tables.find((table) => table.name === name)?.rows ?? 0

export const allRowsOf = ({ tables }: Trailer): number => tables.reduce((sum, { rows }) => sum + rows, 0)

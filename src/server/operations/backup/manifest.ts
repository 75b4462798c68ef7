import { z } from 'zod'

/** The first entry of a backup: what it is, and what must be known before anything of it is restored. */
export const manifestSchema = z.object({
  /** Tells a restore that is run again whether it is the same backup. */
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  /** Of the site, as package.json has it. */
  version: z
    .string()
    .max(100)
    .regex(/^[\x20-\x7e]*$/),
  postgresql: z.string(),
  /** The migrations of the database, oldest first, known by their times. */
  migrations: z.array(z.number()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The settings that another machine needs too, by name. Of another version's there may be some that this one does not know. */
export const settingsSchema = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string())

/** The last entry: what the whole came to. */
export const trailerSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  files: z.number(),
  fileBytes: z.number(),
  /** Files whose records were deleted while the backup was made. */
  vanished: z.array(z.string()),
  /** Files that are not there although a record says so. */
  missing: z.array(z.string()),
  /** Files that are not as they were when they were stored. They are in the backup as they are. */
  altered: z.array(z.string()),
})
export type Trailer = z.infer<typeof trailerSchema>

export const rowsOf = ({ tables }: Trailer, name: string): number =>
  tables.find((table) => table.name === name)?.rows ?? 0

export const allRowsOf = ({ tables }: Trailer): number => tables.reduce((sum, { rows }) => sum + rows, 0)

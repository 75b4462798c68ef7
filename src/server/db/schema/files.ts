import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { buckets } from '#shared/file-access.ts'
import { createdAt, instantColumn, newId, oneOf } from './columns.ts'

const uploadStates = ['receiving', 'stored', 'discarded'] as const

/**
 * One row per stored file. The row is written before the first byte and marked `stored` after the last, so a file
 * without a row cannot exist for long, and a row without a file is never served. `claimedAt` is set when a record
 * starts to use it. An unclaimed file is moved to the trash and becomes `receiving` again: nobody can open or claim it.
 * A released file is `discarded` until it is removed: its row has only the path.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: newId(),
    /** Its path in the storage: `bucket/random-name.ext`. Never part of a public address. */
    path: text().notNull().unique('uploads_path_unique'),
    bucket: text({ enum: buckets }).notNull(),
    /** The owner; a member's documents are deleted with the member's data. */
    ownerId: uuid('owner_id'),
    state: text({ enum: uploadStates }).notNull().default('receiving'),
    originalName: text('original_name').notNull().default(''),
    mime: text().notNull(),
    size: bigint({ mode: 'number' }).notNull().default(0),
    sha256: text(),
    claimedAt: instantColumn('claimed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('uploads_bucket_check', oneOf(t.bucket, buckets)),
    check('uploads_state_check', oneOf(t.state, uploadStates)),
    check('uploads_stored_is_known', sql`${t.state} <> 'stored' or (${t.sha256} is not null and ${t.size} > 0)`),
    check(
      'uploads_discarded_is_nobodys',
      sql`${t.state} <> 'discarded' or (${t.ownerId} is null and ${t.claimedAt} is null and ${t.sha256} is null and ${t.originalName} = '')`,
    ),
    index('uploads_owner').on(t.ownerId),
    /** The same picture sent twice has the same hash. */
    index('uploads_sha256').on(t.sha256),
    index('uploads_unclaimed')
      .on(t.createdAt)
      .where(sql`claimed_at is null`),
  ],
)

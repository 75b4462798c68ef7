import { and, asc, gt, lte, max } from 'drizzle-orm'
import { readInBatches, type Queryable } from '#server/db/database.ts'
import { auditLog } from '#server/db/schema.ts'
import { sentenceOfEntry } from '#shared/audit/entry-text.ts'
import type { LogFilter } from '#shared/audit/filter.ts'
import { logText } from '#shared/audit/text.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { showInstant } from '#shared/time.ts'
import type { AuditEntry } from './audit.ts'
import { namesOf, filterSql, withNames, type Named } from './queries.ts'

const batchSize = 1000

interface Row {
  seq: number
  entry: string
  previousHash: string
  hash: string
}

/** The entries that match the filter, as of the start of the export, oldest first. */
async function* entriesOf(db: Queryable, filter: LogFilter): AsyncGenerator<Row[], void, undefined> {
  const [newest] = await db.select({ seq: max(auditLog.seq) }).from(auditLog)
  const last = newest?.seq ?? 0
  const which = await filterSql(db, filter)
  const { seq, entry, previousHash, hash } = auditLog
  yield* readInBatches((row: Row | undefined) =>
    db
      .select({ seq, entry, previousHash, hash })
      .from(auditLog)
      .where(and(gt(seq, row?.seq ?? 0), lte(seq, last), which))
      .orderBy(asc(seq))
      .limit(batchSize),
  )
}

const heading = [
  'seq',
  'time',
  'actor',
  'action',
  'subject',
  'detail',
  'entry',
  'previous_hash',
  'hash',
  'actor_name',
  'actor_email',
]

/**
 * The log as written, plus the present names of the actors. `entry` is the exact text that was hashed: each `hash` is
 * the SHA-256 of `previous_hash` and `entry`, so anybody can check each entry, and in the whole log the chain.
 */
export async function* logAsCsv(db: Queryable, filter: LogFilter): AsyncGenerator<string, void, undefined> {
  yield csvLine(heading)
  for await (const rows of entriesOf(db, filter)) {
    const entries = rows.map((row) => ({ ...row, read: JSON.parse(row.entry) as ReadEntry }))
    const names = await namesOf(
      db,
      entries.map(({ read }) => read.actor),
    )
    yield entries.map((entry) => asWritten(entry, names.get(entry.read.actor))).join('')
  }
}

type ReadEntry = AuditEntry & { at: string }

function asWritten({ seq, read, entry, previousHash, hash }: Row & { read: ReadEntry }, by: Named | undefined): string {
  const { at, actor, action, subject, detail } = read
  return csvLine([
    seq,
    at,
    actor,
    action,
    subject ?? null,
    detail ? JSON.stringify(detail) : null,
    entry,
    previousHash,
    hash,
    by?.name ?? null,
    by?.email ?? null,
  ])
}

const headingInWords = ['Number', 'Time (Manila)', 'Who', 'What']

/** The log as the screen shows it, with present names, for a spreadsheet. */
export async function* logInWords(db: Queryable, filter: LogFilter): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvLine(headingInWords)
  for await (const rows of entriesOf(db, filter)) {
    const named = await withNames(db, rows)
    yield named
      .map((entry) => csvLine([entry.seq, showInstant(entry.at), whoOf(entry), sentenceOfEntry(entry)]))
      .join('')
  }
}

const whoOf = ({ by }: { by: string | null }) => by ?? logText.site

import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import {
  importLimits,
  type ImportPreview,
  type ImportResult,
  type NumberedPerson,
  type RowProblem,
} from '#shared/members/csv/member-file.ts'
import { withoutRepeats } from '#shared/members/csv/import.ts'
import { dayInManila, type Instant } from '#shared/time.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { violated } from '#server/db/refusals.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { findTaken, insertPeople, raiseNumbering } from './queries.ts'
import { readMembersFile, type ReadFile } from './read-file.ts'

/** A file of ten megabytes is several times that while it is read. */
export const importLimit = concurrencyLimit(1, 4)

interface Settled {
  file: ReadFile
  good: NumberedPerson[]
  problems: RowProblem[]
  /** Of the bytes, and of the rows that are good at this moment. */
  hash: string
}

/** What the file would do. Nothing is written. */
export async function previewImport(deps: Deps, bytes: Buffer): Promise<ImportPreview> {
  const { file, good, problems, hash } = await settle(deps.db, await readNow(deps, bytes), bytes)
  const numbers = numbersOf(good)
  return {
    fileHash: hash,
    rows: file.rows,
    good: good.length,
    newMembers: numbers.length,
    newApplicants: good.length - numbers.length,
    problems: problems.slice(0, importLimits.problemsShown),
    problemCount: problems.length,
    sample: good.slice(0, importLimits.sampleShown),
    ignoredColumns: file.heading.ignored,
    greatestIdNumber: numbers.toSorted().at(-1) ?? null,
  }
}

/** Writes the good rows of the very file that was previewed: all of them, or none. */
export async function importMembers(
  deps: Deps,
  admin: Person,
  bytes: Buffer,
  confirmed: string,
): Promise<ImportResult> {
  if (confirmed.split('.')[0] !== digest(bytes)) throw new AppError('csv-changed')
  const file = await readNow(deps, bytes)
  try {
    return await inTransaction(deps, async (tx) => {
      const { good, problems, hash } = await settle(tx, file, bytes)
      if (hash !== confirmed) throw rowsChanged(problems)
      const numbers = numbersOf(good)
      const result = {
        members: numbers.length,
        applicants: good.length - numbers.length,
        left: file.rows - good.length,
      }
      await raiseNumbering(tx, numbers)
      await insertAll(tx, good, deps.clock.now())
      await appendAudit(tx, deps.clock, { actor: admin.id, action: 'members imported', detail: { ...result } })
      return result
    })
  } catch (error) {
    // Somebody registered with the same between our look and our write.
    throw violated(error)?.startsWith('users_') ? new AppError('csv-rows-changed') : error
  }
}

const batch = 1000

async function insertAll(tx: Queryable, people: readonly NumberedPerson[], now: Instant): Promise<void> {
  for (let at = 0; at < people.length; at += batch)
    await insertPeople(
      tx,
      people.slice(at, at + batch).map(({ row, person }) => ({
        id: randomUUID(),
        person,
        approvedAt: person.idNumber === null ? null : new Date(now),
        createdAt: microsecondsAfter(now, row),
      })),
    )
}

/** People of one file come one microsecond after the other, so that they keep its order. */
function microsecondsAfter(now: Instant, count: number): string {
  const millisecond = new Date(now + Math.floor(count / 1000)).toISOString()
  return millisecond.replace('Z', `${String(count % 1000).padStart(3, '0')}Z`)
}

const readNow = (deps: Deps, bytes: Buffer) => readMembersFile(bytes, dayInManila(deps.clock.now()))

async function settle(db: Queryable, file: ReadFile, bytes: Buffer): Promise<Settled> {
  const { good, problems } = withoutRepeats(file.people, await findTaken(db, file.people))
  const rows = good.map(({ row }) => row).join()
  return {
    file,
    good,
    problems: [...file.heading.problems, ...[...file.problems, ...problems].toSorted((a, b) => a.row - b.row)],
    hash: `${digest(bytes)}.${digest(rows)}`,
  }
}

const numbersOf = (good: readonly NumberedPerson[]) => good.flatMap(({ person }) => person.idNumber ?? [])

const digest = (content: Buffer | string) => createHash('sha256').update(content).digest('base64url')

/** The first rows that somebody's data stands in the way of. */
const rowsChanged = (problems: readonly RowProblem[]) =>
  new AppError('csv-rows-changed', {
    fields: Object.fromEntries(
      problems.slice(0, 20).map(({ row, field, message }) => [`row ${row} ${field}`, message]),
    ),
  })

import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { DateOrder } from '#shared/members/csv/date-order.ts'
import {
  importLimits,
  type ExistingMode,
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
import { planUpdates, writeUpdates, type UpdatePlan } from './update-members.ts'

/** A file of ten megabytes is several times that while it is read. */
export const importLimit = concurrencyLimit(1, 4)

/** How the file is to be read, and what becomes of people who are on record. */
export interface ImportWish {
  existing: ExistingMode
  dates: DateOrder | undefined
}

interface Settled {
  file: ReadFile
  good: NumberedPerson[]
  plan: UpdatePlan
  /** How many are on record, whatever becomes of them. */
  known: number
  problems: RowProblem[]
  /** Of the bytes, of the rows that are good at this moment, and of what they change. */
  hash: string
}

/** What the file would do. Nothing is written. */
export async function previewImport(deps: Deps, bytes: Buffer, wish: ImportWish): Promise<ImportPreview> {
  const { file, good, plan, known, problems, hash } = await settle(
    deps,
    deps.db,
    await readNow(deps, bytes, wish),
    bytes,
  )
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
    known,
    existing: wish.existing,
    changed: plan.updates.length,
    unchanged: plan.unchanged,
    updates: plan.updates.slice(0, importLimits.updatesShown).map(({ row, record, changes }) => ({
      row,
      name: `${record.firstName} ${record.lastName}`,
      changes,
    })),
    unclearDates: file.unclearDates,
    greatestIdNumber: numbers.toSorted().at(-1) ?? null,
  }
}

/**
 * Writes the good rows of the very file that was previewed: of the new people all or none, and then those on record, a batch
 * at a time.
 */
export async function importMembers(
  deps: Deps,
  admin: Person,
  bytes: Buffer,
  { confirmed, ...wish }: ImportWish & { confirmed: string },
): Promise<ImportResult> {
  if (confirmed.split('.')[0] !== digest(bytes)) throw new AppError('csv-changed')
  const file = await readNow(deps, bytes, wish)
  const { added, updates } = await inTransaction(deps, async (tx) => {
    const { good, plan, problems, hash } = await settle(deps, tx, file, bytes)
    if (hash !== confirmed) throw rowsChanged(problems)
    const numbers = numbersOf(good)
    const added = {
      members: numbers.length,
      applicants: good.length - numbers.length,
      left: file.rows - good.length - plan.updates.length - plan.unchanged,
    }
    await raiseNumbering(tx, numbers)
    await insertAll(tx, good, deps.clock.now())
    const detail = { ...added, ...(wish.existing === 'update' && { updating: plan.updates.length }) }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'members imported', detail })
    return { added, updates: plan.updates }
  }).catch((error: unknown) => {
    // Somebody registered with the same between our look and our write.
    throw violated(error)?.startsWith('users_') ? new AppError('csv-rows-changed') : error
  })
  return { ...added, ...(await writeUpdates(deps, admin, updates)) }
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

const readNow = (deps: Deps, bytes: Buffer, { existing, dates }: ImportWish) =>
  readMembersFile(bytes, { today: dayInManila(deps.clock.now()), dates, updating: existing === 'update' })

async function settle(deps: Deps, db: Queryable, file: ReadFile, bytes: Buffer): Promise<Settled> {
  const plan = await planUpdates(db, file.said, dayInManila(deps.clock.now()))
  const isNew = ({ row }: { row: number }) => !plan.rows.has(row)
  const people = file.people.filter(isNew)
  const taken = await findTaken(db, people)
  const { good, problems } = withoutRepeats(people, taken, plan.emails)
  const rows = [
    ...good.map(({ row }) => row),
    ...plan.updates.map(({ row, record }) => `${row} ${record.version}`),
  ].join()
  const told = [...file.problems.filter(isNew), ...problems, ...plan.problems]
  return {
    file,
    good,
    plan,
    known: plan.rows.size + people.filter(({ person }) => taken.military_serial.has(person.militarySerial)).length,
    problems: [...file.heading.problems, ...told.toSorted((a, b) => a.row - b.row)],
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

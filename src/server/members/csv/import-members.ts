import { createHash, randomUUID } from 'node:crypto'
import { appendAudit } from '#server/audit/audit.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { doublesAmong, withoutRepeats } from '#shared/members/csv/import.ts'
import {
  importLimits,
  type DoubleMode,
  type DoubleRow,
  type ExistingMode,
  type ImportPreview,
  type ImportResult,
  type NumberedPerson,
  type RowProblem,
  type DateOrder,
} from '#shared/members/csv/member-file.ts'
import { importText } from '#shared/members/csv/text.ts'
import { dayInManila, type Instant } from '#shared/time.ts'
import { compareNames, findTaken, insertPeople, raiseNumbering } from './queries.ts'
import { readMembersFile, type ReadFile } from './read-file.ts'
import { planUpdates, writeUpdates, type UpdatePlan } from './update-members.ts'

/** A file of ten megabytes is several times that while it is read. */
export const importLimit = concurrencyLimit(1, 4)

/** How the file is to be read, and what becomes of people who are on record, or seem to be. */
export interface ImportWish {
  existing: ExistingMode
  doubles: DoubleMode
  dates?: DateOrder | undefined
}

interface Settled {
  good: NumberedPerson[]
  plan: UpdatePlan
  /** Rows of people on record who stay as they are. */
  known: RowProblem[]
  doubles: DoubleRow[]
  problems: RowProblem[]
  /** How many rows come to nothing, and why. */
  left: Pick<ImportResult, 'left' | 'known' | 'doubles'>
  /** Of the bytes, of how they are read, of the rows that are good or double at this moment, and of what they change. */
  hash: string
}

/** What the file would do. Nothing is written. */
export async function previewImport(deps: Deps, bytes: Buffer, wish: ImportWish): Promise<ImportPreview> {
  const file = await readNow(deps, bytes, wish)
  const { good, plan, known, doubles, problems, left, hash } = await settle(deps, deps.db, { file, bytes, wish })
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
    left: left.left,
    known: plan.rows.size + known.length,
    knownRows: known.slice(0, importLimits.knownShown).map(({ row }) => row),
    doubles: doubles.slice(0, importLimits.doublesShown),
    doubleCount: doubles.length,
    doubleMode: wish.doubles,
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
    const { good, plan, known, doubles, problems, left, hash } = await settle(deps, tx, { file, bytes, wish })
    if (hash !== confirmed) throw rowsChanged([...problems, ...known, ...doubles.map(asProblem)])
    const numbers = numbersOf(good)
    const added = { members: numbers.length, applicants: good.length - numbers.length, ...left }
    await raiseNumbering(tx, numbers)
    await insertAll(deps, tx, good)
    const detail = {
      ...added,
      ...(wish.existing === 'update' && { updating: plan.updates.length, unchanged: plan.unchanged }),
      ...(wish.doubles === 'add' && { doublesAdded: doubles.length }),
    }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'members imported', detail })
    return { added, updates: plan.updates }
  }).catch((error: unknown) => {
    // Somebody registered with the same between our look and our write.
    throw violated(error)?.startsWith('users_') ? new AppError('csv-rows-changed') : error
  })
  return { ...added, ...(await writeUpdates(deps, admin, updates)) }
}

const batch = 1000

async function insertAll(deps: Deps, tx: Queryable, people: readonly NumberedPerson[]): Promise<void> {
  const now = deps.clock.now()
  for (let at = 0; at < people.length; at += batch)
    await insertPeople(
      deps,
      tx,
      people.slice(at, at + batch).map(({ row, person }) => ({
        id: randomUUID(),
        person,
        approvedAt: person.idNumber === null ? null : now,
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

interface ImportRequest {
  file: ReadFile
  bytes: Buffer
  wish: ImportWish
}

async function settle(deps: Deps, db: Queryable, { file, bytes, wish }: ImportRequest): Promise<Settled> {
  const plan = await planUpdates(db, file.said, dayInManila(deps.clock.now()))
  const isNew = ({ row }: { row: number }) => !plan.rows.has(row)
  const people = file.people.filter(isNew)
  const elsewhere = { email: plan.emails, id_number: file.leftNumbers }
  const { good: fresh, known, problems } = withoutRepeats(people, await findTaken(db, people), elsewhere)
  const doubles = doublesAmong(fresh, await compareNames(db, fresh))
  const doubleRows = new Set(wish.doubles === 'add' ? [] : doubles.map(({ row }) => row))
  const good = fresh.filter(({ row }) => !doubleRows.has(row))
  const preview = [
    JSON.stringify([wish.existing, wish.doubles, wish.dates]),
    ...good.map(({ row }) => row),
    ...plan.updates.map(({ row, record }) => `${row} ${record.version}`),
    ...doubles.map(({ row }) => `double ${row}`),
  ].join()
  const allProblems = [...file.problems.filter(isNew), ...problems, ...plan.problems]
  return {
    good,
    plan,
    known,
    doubles,
    problems: [...file.heading.problems, ...allProblems.toSorted((a, b) => a.row - b.row)],
    left: {
      left: file.rows - fresh.length - known.length - plan.updates.length - plan.unchanged,
      known: known.length,
      doubles: doubleRows.size,
    },
    hash: `${digest(bytes)}.${digest(preview)}`,
  }
}

/** As it is told when somebody came on record with this name and birthday since the preview. */
const asProblem = ({ row }: DoubleRow): RowProblem => ({ row, field: '', message: importText.sameAsSomebody })

const numbersOf = (good: readonly NumberedPerson[]) => good.flatMap(({ person }) => person.idNumber ?? [])

const digest = (content: Buffer | string) => createHash('sha256').update(content).digest('base64url')

/** The first rows that somebody's data stands in the way of. */
const rowsChanged = (problems: readonly RowProblem[]) =>
  new AppError('csv-rows-changed', {
    fields: Object.fromEntries(
      problems.slice(0, 20).map(({ row, field, message }) => [`row ${row} ${field}`, message]),
    ),
  })

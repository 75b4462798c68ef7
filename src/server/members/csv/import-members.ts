import { randomUUID } from 'node:crypto'
import { appendAudit, appendAudits } from '#server/audit/audit.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { inTransaction, retryOn, violated, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { importPaidUntil } from '#server/members/dues/record.ts'
import type { ImportField } from '#shared/members/csv/columns.ts'
import {
  changesOf,
  findRepeats,
  getsNumber,
  looksLikeAnother,
  serialMayBeMistyped,
  readRow,
  sameAsInRow,
} from '#shared/members/csv/import.ts'
import type { ImportedPerson } from '#shared/members/csv/imported-person.ts'
import type { ImportPart, RecordedPerson, RowOutcome, RowProblem, SentRow } from '#shared/members/csv/member-file.ts'
import { coveredFromStart, standingOf } from '#shared/members/dues/dues.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila, type Instant } from '#shared/time.ts'
import {
  assignNumbers,
  findRecordsByEmails,
  findByName,
  findRecordsBySerials,
  findGivenNumbers,
  findLookAlikes,
  insertPeople,
} from './queries.ts'
import { writeUpdates, type PlannedUpdate } from './update-members.ts'

/** One part at a time, because it compares hundreds of rows with all people on record. */
const importLimit = concurrencyLimit(1, 4)

/**
 * Imports a part of a spreadsheet, or previews it. The browser has parsed the rows; every rule is checked again here. The new
 * people of a part are added together or not at all, and nobody is added twice, so a part whose reply was lost can be sent again.
 */
export async function importPart(
  deps: Deps,
  admin: Person,
  sent: ImportPart,
  signal?: AbortSignal,
): Promise<RowOutcome[]> {
  const part = (await deps.settings()).dues ? sent : { ...sent, rows: sent.rows.map(leaveOutDues) }
  return importLimit(() => (part.write ? writePart(deps, admin, part) : previewPart(deps, part)), {
    signal,
  })
}

function leaveOutDues({ texts: { duesPaidUntil: _until, ...texts }, ...row }: SentRow): SentRow {
  return { ...row, texts }
}

/** Somebody may register the same details between our check and our write. The next attempt then finds them. */
const writePart = (deps: Deps, admin: Person, part: ImportPart): Promise<RowOutcome[]> =>
  retryOn(
    (error) => violated(error)?.startsWith('users_') === true,
    async () => {
      const settled = await inTransaction(deps, (tx) => writeNew(deps, tx, admin, part))
      const overtaken = await writeUpdates(deps, admin, settled.flatMap(asUpdate))
      return settled.map(({ outcome }) =>
        outcome.status === 'changed' && overtaken.has(outcome.row)
          ? { row: outcome.row, status: 'overtaken', record: outcome.record }
          : outcome,
      )
    },
  )

async function writeNew(deps: Deps, tx: Queryable, admin: Person, part: ImportPart): Promise<SettledRow[]> {
  const settled = await compareRows(deps, tx, part)
  const added = settled.flatMap(({ outcome, person, sent }) =>
    outcome.status === 'new' && person ? [{ outcome, person, sent }] : [],
  )
  const needing = added.filter(({ person }) => getsNumber(person, part.as))
  const { idPrefix } = await deps.settings()
  const numbers = await assignNumbers(tx, {
    prefix: idPrefix,
    brought: added.flatMap(({ person }) => person.idNumber ?? []),
    needed: needing.length,
  })
  for (const [place, { outcome }] of needing.entries()) outcome.idNumber = numbers[place] ?? null
  const now = deps.clock.now()
  const people = added.map(({ person, outcome: { row, idNumber } }) => ({
    id: randomUUID(),
    person: { ...person, idNumber },
    approvedAt: idNumber === null ? null : now,
    createdAt: microsecondsAfter(now, row),
  }))
  await insertPeople(deps, tx, people)
  const paid = people.flatMap(({ id, person: { duesPaidUntil: paidUntil } }) => (paidUntil ? [{ id, paidUntil }] : []))
  await importPaidUntil(tx, admin, now, paid)
  const members = added.filter(({ outcome }) => outcome.idNumber !== null).length
  const updating = settled.filter(({ outcome }) => outcome.status === 'changed').length
  const doublesAdded = added.filter(({ sent }) => sent.differentFrom).length
  await appendAudits(
    tx,
    deps.clock,
    people.map(({ id }) => ({
      actor: admin.id,
      action: 'member imported',
      subject: id,
      detail: { file: part.fileName },
    })),
  )
  if (added.length + updating > 0)
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'members imported',
      detail: {
        file: part.fileName,
        members,
        applicants: added.length - members,
        ...(updating > 0 && { updating }),
        ...(doublesAdded > 0 && { doublesAdded }),
      },
    })
  return settled
}

/** People are created one microsecond apart, so that they keep the order of the file. */
function microsecondsAfter(now: Instant, count: number): string {
  const millisecond = new Date(now + Math.floor(count / 1000)).toISOString()
  return millisecond.replace('Z', `${String(count % 1000).padStart(3, '0')}Z`)
}

type ExistingRecord = Awaited<ReturnType<typeof findRecordsBySerials>>[number]
interface SettledRow {
  outcome: RowOutcome
  sent: SentRow
  /** Somebody new. */
  person?: ImportedPerson
  /** The record that the row changes. */
  existing?: ExistingRecord
}

const previewPart = async (deps: Deps, part: ImportPart): Promise<RowOutcome[]> =>
  (await compareRows(deps, deps.db, part)).map(({ outcome }) => outcome)

/** Takes effect only if the record still has the version that the administrator saw. */
const asUpdate = ({ outcome, sent, existing }: SettledRow): PlannedUpdate[] =>
  outcome.status === 'changed' && existing
    ? [{ row: outcome.row, record: { ...existing, version: sent.version ?? -1 }, changes: outcome.changes }]
    : []

/** Compares each row with the people on record now and with the earlier rows of the part. */
async function compareRows(deps: Deps, db: Queryable, part: ImportPart): Promise<SettledRow[]> {
  const today = dayInManila(deps.clock.now())
  const { dues } = await deps.settings()
  const standingBy = (militaryStatus: string | null, paidUntil: unknown) => {
    if (!dues || typeof paidUntil !== 'string') return undefined
    const exempt = dues.exemptStatuses.some((status) => status === militaryStatus)
    return standingOf({ paidUntil, exempt }, dues, today).kind
  }
  const rows = part.rows.map((sent) => ({ sent, ...readRow(sent.row, sent.texts, today) }))
  const bySerial = mapBy(
    await findRecordsBySerials(
      db,
      rows.flatMap(({ keys }) => keys.militarySerial ?? []),
    ),
    'militarySerial',
  )
  const byEmail = mapBy(
    await findRecordsByEmails(
      db,
      rows.flatMap(({ keys }) => keys.email ?? []),
    ),
    'email',
  )
  const takenNumbers = await findGivenNumbers(
    db,
    rows.flatMap(({ keys }) => keys.idNumber ?? []),
  )
  const fresh = rows.flatMap(({ row, sent, person }) =>
    person && !bySerial.has(person.militarySerial) ? [{ row, person, differentFrom: sent.differentFrom ?? [] }] : [],
  )
  const byName = await findByName(db, fresh)
  const numbered = fresh.filter(({ person }) => getsNumber(person, part.as))
  const lookAlikes = await findLookAlikes(
    db,
    numbered.map(({ person }) => person.militarySerial),
  )
  const different = new Map(part.rows.map(({ row, differentFrom = [] }) => [row, differentFrom]))
  const repeats = findRepeats(rows, { different, as: part.as })
  const firstAbout = new Map<string, number>()

  return rows.map((read): SettledRow => {
    const { sent, person, problems, keys } = read
    const existing = bySerial.get(keys.militarySerial)
    if (existing) return compareKnown(existing, read)
    if (!person) return { sent, outcome: { row: read.row, status: 'wrong', problems } }
    return compareNew(person, read)
  })

  function compareKnown(existing: ExistingRecord, { row, sent, keys }: (typeof rows)[number]): SettledRow {
    const record = asRecorded(existing)
    const settled = (outcome: RowOutcome) => ({ sent, outcome })
    const refuse = (...problems: RowProblem[]) => settled({ row, status: 'wrong', problems })
    if (!sent.samePerson && serialMayBeMistyped(existing, sent.texts))
      return settled({ row, status: 'known', by: 'serial alone', record })
    if (!part.updating) return settled({ row, status: 'known', by: 'serial', record })
    const before = firstAbout.get(existing.id)
    firstAbout.set(existing.id, before ?? row)
    if (before !== undefined) return refuse({ field: 'militarySerial', message: sameAsInRow(before) })
    const holder = byEmail.get(keys.email)
    if (holder && holder.id !== existing.id) return refuse({ field: 'email', message: emailOf(holder) })
    const repeat = repeats.get(row)
    if (repeat?.same === 'cell') return refuse(repeat.problem)
    const read = changesOf(existing, sent.texts, today)
    if ('problems' in read) return refuse(...read.problems)
    const { changes } = read
    if (changes.length === 0) return settled({ row, status: 'unchanged', record })
    const standing = standingBy(existing.militaryStatus, changes.find(({ field }) => field === 'duesPaidUntil')?.to)
    const { version } = existing
    return { ...settled({ row, status: 'changed', record, version, changes, standing }), existing }
  }

  function compareNew(person: ImportedPerson, { row, sent }: (typeof rows)[number]): SettledRow {
    const { militarySerial, email, idNumber } = person
    const settled = (outcome: RowOutcome) => ({ sent, outcome })
    const refuse = (field: ImportField | null, message: string) =>
      settled({ row, status: 'wrong', problems: [{ field, message }] })
    const namesake = byName.get(row)
    if (namesake) return settled({ row, status: 'known', by: 'name', record: namesake })
    const holder = byEmail.get(email)
    if (holder && isAlike(holder, person))
      return settled({ row, status: 'known', by: 'email', record: asRecorded(holder) })
    if (holder) return refuse('email', emailOf(holder))
    if (idNumber !== null && takenNumbers.has(idNumber)) return refuse('idNumber', errorText['id-number-taken'])
    if (lookAlikes.has(militarySerial)) return refuse('militarySerial', looksLikeAnother(militarySerial))
    const repeat = repeats.get(row)
    if (repeat?.same === 'cell') return refuse(repeat.problem.field, repeat.problem.message)
    if (repeat) return refuse(null, sameAsInRow(repeat.firstRow))
    const standing = standingBy(person.militaryStatus, person.duesPaidUntil)
    const joins = dues && !person.duesPaidUntil && (idNumber !== null || part.as === 'members')
    const coveredUntil = joins ? coveredFromStart(dues, today) : undefined
    return { ...settled({ row, status: 'new', idNumber, standing, coveredUntil }), person }
  }
}

const mapBy = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): ReadonlyMap<Row[Key] | null, Row> =>
  new Map(rows.map((row) => [row[key], row]))

const asRecorded = ({ id, name, militarySerial, idNumber }: RecordedPerson): RecordedPerson => ({
  id,
  name,
  militarySerial,
  idNumber,
})

/** Couples may share an email address, so the address alone does not identify a person. */
const isAlike = (holder: Awaited<ReturnType<typeof findRecordsByEmails>>[number], person: ImportedPerson) =>
  holder.birthday === person.birthday || (holder.firstName === person.firstName && holder.lastName === person.lastName)

const emailOf = ({ name }: { name: string }) => `${errorText['email-taken']}: it belongs to ${name}`

import { randomUUID } from 'node:crypto'
import { appendAudit, appendAudits } from '#server/audit/audit.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { bringForward } from '#server/members/dues/record.ts'
import type { ImportField } from '#shared/members/csv/columns.ts'
import {
  changesOf,
  findRepeats,
  getsNumber,
  looksLikeAnother,
  looksLikeSomebodyElse,
  readRow,
  sameAsInRow,
} from '#shared/members/csv/import.ts'
import type { ImportedPerson } from '#shared/members/csv/imported-person.ts'
import type { ImportPart, RecordedPerson, RowOutcome, SentRow } from '#shared/members/csv/member-file.ts'
import { standingOf } from '#shared/members/dues/dues.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila, type Instant } from '#shared/time.ts'
import {
  assignNumbers,
  findByEmail,
  findByName,
  findBySerial,
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
  return importLimit(() => (part.write ? writePart(deps, admin, part) : settle(deps, deps.db, part).then(outcomesOf)), {
    signal,
  })
}

function leaveOutDues({ texts: { duesPaidUntil: _until, ...texts }, ...row }: SentRow): SentRow {
  return { ...row, texts }
}

/** Somebody may register the same details between our check and our write. The next attempt then finds them. */
async function writePart(deps: Deps, admin: Person, part: ImportPart): Promise<RowOutcome[]> {
  for (let triesLeft = 3; ; triesLeft--)
    try {
      const settled = await inTransaction(deps, (tx) => writeNew(deps, tx, admin, part))
      const overtaken = await writeUpdates(deps, admin, settled.flatMap(asUpdate))
      return outcomesOf(settled).map((outcome) =>
        outcome.status === 'changed' && overtaken.has(outcome.row)
          ? { row: outcome.row, status: 'overtaken', record: outcome.record }
          : outcome,
      )
    } catch (error) {
      if (triesLeft === 1 || !violated(error)?.startsWith('users_')) throw error
    }
}

async function writeNew(deps: Deps, tx: Queryable, admin: Person, part: ImportPart): Promise<SettledRow[]> {
  const settled = await settle(deps, tx, part)
  const added = settled.filter((row) => row.status === 'new')
  const needing = added.filter(({ person }) => getsNumber(person, part.as))
  const { idPrefix } = await deps.settings()
  const numbers = await assignNumbers(tx, {
    prefix: idPrefix,
    brought: added.flatMap(({ person }) => person.idNumber ?? []),
    needed: needing.length,
  })
  for (const [place, each] of needing.entries()) each.idNumber = numbers[place] ?? null
  const now = deps.clock.now()
  const people = added.map(({ row, person, idNumber }) => ({
    id: randomUUID(),
    person: { ...person, idNumber, memberSince: person.memberSince ?? (idNumber === null ? null : dayInManila(now)) },
    approvedAt: idNumber === null ? null : now,
    createdAt: microsecondsAfter(now, row),
  }))
  await insertPeople(deps, tx, people)
  const paid = people.flatMap(({ id, person: { duesPaidUntil: paidUntil } }) => (paidUntil ? [{ id, paidUntil }] : []))
  await bringForward(tx, admin, now, paid)
  const members = added.filter(({ idNumber }) => idNumber !== null).length
  const updating = settled.filter(({ status }) => status === 'changed').length
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

type Kept = Awaited<ReturnType<typeof findBySerial>>[number]
type SettledRow = RowOutcome & { sent: SentRow } & (
    | { status: 'new'; person: ImportedPerson }
    | { status: 'changed'; kept: Kept }
    | { status: Exclude<RowOutcome['status'], 'new' | 'changed'> }
  )

const outcomesOf = (settled: readonly SettledRow[]): RowOutcome[] =>
  settled.map((each) => {
    const { sent: _sent, ...outcome } = each
    if ('person' in outcome) delete (outcome as Partial<typeof outcome>).person
    if ('kept' in outcome) delete (outcome as Partial<typeof outcome>).kept
    return outcome
  })

/** Takes effect only if the record still has the version that the administrator saw. */
const asUpdate = (each: SettledRow): PlannedUpdate[] =>
  each.status === 'changed'
    ? [{ row: each.row, record: { ...each.kept, version: each.sent.version ?? -1 }, changes: each.changes }]
    : []

/** Compares each row with the people on record now and with the earlier rows of the part. */
async function settle(deps: Deps, db: Queryable, part: ImportPart): Promise<SettledRow[]> {
  const today = dayInManila(deps.clock.now())
  const { dues } = await deps.settings()
  const standingBy = (militaryStatus: string | null, paidUntil: unknown) => {
    if (!dues || typeof paidUntil !== 'string') return undefined
    const exempt = dues.exemptStatuses.some((status) => status === militaryStatus)
    return standingOf({ paidUntil, exempt }, dues, today).kind
  }
  const rows = part.rows.map((sent) => ({ sent, ...readRow(sent.row, sent.texts, today) }))
  const bySerial = mapBy(
    await findBySerial(
      db,
      rows.flatMap(({ keys }) => keys.militarySerial ?? []),
    ),
    'militarySerial',
  )
  const byEmail = mapBy(
    await findByEmail(
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

  return rows.map(({ row, sent, person, problems, keys }): SettledRow => {
    const wrong = (field: ImportField | null, message: string): SettledRow => ({
      row,
      sent,
      status: 'wrong',
      problems: [{ field, message }],
    })
    const kept = bySerial.get(keys.militarySerial)
    const repeat = repeats.get(row)
    if (kept && !sent.samePerson && looksLikeSomebodyElse(kept, sent.texts))
      return { row, sent, status: 'known', by: 'serial alone', record: asRecorded(kept) }
    if (kept && !part.updating) return { row, sent, status: 'known', by: 'serial', record: asRecorded(kept) }
    if (kept) {
      const before = firstAbout.get(kept.id)
      firstAbout.set(kept.id, before ?? row)
      if (before !== undefined) return wrong('militarySerial', sameAsInRow(before))
      const holder = byEmail.get(keys.email)
      if (holder && holder.id !== kept.id) return wrong('email', emailOf(holder))
      if (repeat?.same === 'cell') return { row, sent, status: 'wrong', problems: [repeat.problem] }
      const read = changesOf(kept, sent.texts, today)
      if ('problems' in read) return { row, sent, status: 'wrong', problems: read.problems }
      const { changes } = read
      const record = asRecorded(kept)
      if (changes.length === 0) return { row, sent, status: 'unchanged', record }
      const standing = standingBy(kept.militaryStatus, changes.find(({ field }) => field === 'duesPaidUntil')?.to)
      return { row, sent, status: 'changed', record, version: kept.version, changes, standing, kept }
    }
    if (!person) return { row, sent, status: 'wrong', problems }
    const namesake = byName.get(row)
    if (namesake) return { row, sent, status: 'known', by: 'name', record: namesake }
    const holder = byEmail.get(person.email)
    if (holder && isAlike(holder, person))
      return { row, sent, status: 'known', by: 'email', record: asRecorded(holder) }
    if (holder) return wrong('email', emailOf(holder))
    if (person.idNumber !== null && takenNumbers.has(person.idNumber))
      return wrong('idNumber', errorText['id-number-taken'])
    if (lookAlikes.has(person.militarySerial)) return wrong('militarySerial', looksLikeAnother(person.militarySerial))
    if (repeat?.same === 'cell') return { row, sent, status: 'wrong', problems: [repeat.problem] }
    if (repeat) return wrong(null, sameAsInRow(repeat.firstRow))
    const standing = standingBy(person.militaryStatus, person.duesPaidUntil)
    return { row, sent, status: 'new', person, idNumber: person.idNumber, standing }
  })
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
const isAlike = (holder: Awaited<ReturnType<typeof findByEmail>>[number], person: ImportedPerson) =>
  holder.birthday === person.birthday || (holder.firstName === person.firstName && holder.lastName === person.lastName)

const emailOf = ({ name }: { name: string }) => `${errorText['email-taken']}: it belongs to ${name}`

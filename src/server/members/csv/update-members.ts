import { asc, eq, inArray, sql } from 'drizzle-orm'
import { findOpenRolls } from '#server/accounts/account-standing.ts'
import { tellLoginHelp } from '#server/accounts/login-help.ts'
import { endChallenges } from '#server/accounts/queries.ts'
import { appendAudits } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { passwords, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { recordColumns } from '#server/members/record-columns.ts'
import { loginDetails, whyCannotHelp } from '#shared/accounts/login-help.ts'
import type { PlainDate } from '#shared/members/birthday.ts'
import { columnNames, fieldOfColumn } from '#shared/members/csv/columns.ts'
import { sameAsInRow, changesOf, type UpdateRow } from '#shared/members/csv/import.ts'
import type { FieldChange, RowProblem } from '#shared/members/csv/member-file.ts'
import { errorText } from '#shared/text.ts'

const keptColumns = { ...recordColumns, version: users.version, ownPassword: users.ownPassword }
const readKept = (db: Queryable) => db.select(keptColumns).from(users)
type Kept = Awaited<ReturnType<typeof readKept>>[number]

export interface PlannedUpdate {
  row: number
  record: Kept
  changes: FieldChange[]
}

export interface UpdatePlan {
  /** Rows about people on record, whatever becomes of them. */
  rows: ReadonlySet<number>
  updates: PlannedUpdate[]
  unchanged: number
  problems: RowProblem[]
  /** The rows whose email addresses would be somebody's after it. */
  emails: ReadonlyMap<string, number>
}

/** What the rows about people on record would change of them. */
export async function planUpdates(db: Queryable, said: readonly UpdateRow[], today: PlainDate): Promise<UpdatePlan> {
  const serials = sql.param(said.map(({ serial }) => serial))
  const records =
    said.length === 0 ? [] : await readKept(db).where(sql`${users.militarySerial} = any(${serials}::text[])`)
  const bySerial = new Map(records.map((record) => [record.militarySerial, record]))
  const holders = await emailHolders(db, said)
  const plan = { rows: new Set<number>(), updates: [] as PlannedUpdate[], unchanged: 0, problems: [] as RowProblem[] }
  const firstRows = new Map<string, number>()
  const emails = new Map<string, number>()
  for (const one of said) {
    const record = bySerial.get(one.serial)
    if (!record) continue
    plan.rows.add(one.row)
    const { row } = one
    const before = firstRows.get(one.serial)
    firstRows.set(one.serial, before ?? row)
    const read = changesOf(record, one, today)
    const wrong = 'problems' in read ? read.problems : []
    if (before !== undefined) wrong.push({ row, field: 'military_serial', message: sameAsInRow(before) })
    const email = one.values.email ?? null
    const holder = holders.get(email)
    const sameEmail = email === null ? undefined : emails.get(email)
    if (holder !== undefined && holder !== record.id)
      wrong.push({ row, field: 'email', message: errorText['email-taken'] })
    else if (sameEmail !== undefined && before === undefined)
      wrong.push({ row, field: 'email', message: sameAsInRow(sameEmail) })
    if ('problems' in read || wrong.length > 0) plan.problems.push(...wrong)
    else if (read.changes.length === 0) plan.unchanged++
    else {
      plan.updates.push({ row, record, changes: read.changes })
      if (email !== null) emails.set(email, row)
    }
  }
  return { ...plan, emails }
}

async function emailHolders(db: Queryable, said: readonly UpdateRow[]): Promise<Map<string | null, string>> {
  const emails = said.flatMap(({ values }) => values.email ?? [])
  if (emails.length === 0) return new Map()
  const held = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.email} = any(${sql.param(emails)}::text[])`)
  return new Map(held.map(({ id, email }) => [email, id]))
}

const batch = 200

/**
 * Writes them a batch at a time, each batch wholly or not at all: what was killed in between goes on when the same file is
 * confirmed again. Whose record somebody else has changed since the preview is left as it is, and counted.
 */
export async function writeUpdates(deps: Deps, admin: Person, updates: readonly PlannedUpdate[]) {
  const { shortName } = await deps.settings()
  let updated = 0
  for (let at = 0; at < updates.length; at += batch)
    updated += await writeMost(deps, { admin, shortName, updates: updates.slice(at, at + batch) })
  return { updated, overtaken: updates.length - updated }
}

/** Whose new email address somebody took since the preview is left out; the others of the batch are written all the same. */
async function writeMost(deps: Deps, { updates, ...by }: Batch): Promise<number> {
  try {
    const { written, newLogins } = await inTransaction(deps, (tx) => writeBatch(deps, tx, { ...by, updates }))
    for (const id of newLogins) await deps.throttle.forgive(id)
    return written
  } catch (error) {
    if (!violated(error)?.startsWith('users_')) throw error
    if (updates.length === 1) return 0
    const half = Math.ceil(updates.length / 2)
    const first = await writeMost(deps, { ...by, updates: updates.slice(0, half) })
    return first + (await writeMost(deps, { ...by, updates: updates.slice(half) }))
  }
}

interface Batch {
  admin: Person
  shortName: string
  updates: readonly PlannedUpdate[]
}

async function writeBatch(deps: Deps, tx: Queryable, { admin, shortName, updates }: Batch) {
  const ids = updates.map(({ record }) => record.id)
  const held = await tx
    .select({ id: users.id, version: users.version })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('update')
  const versions = new Map(held.map(({ id, version }) => [id, version]))
  const barred = await barredFrom(deps, tx, updates)
  const due = updates.filter(({ record }) => versions.get(record.id) === record.version && !barred.has(record.id))
  if (due.length === 0) return { written: 0, newLogins: [] }
  const dueIds = due.map(({ record }) => record.id)
  await changeAccounts(deps, tx, dueIds, async () => {
    await writeRecords(tx, due)
    for (const update of due) await followLogin(deps, tx, { admin, shortName, update })
  })
  await appendAudits(
    tx,
    deps.clock,
    due.map(({ record, changes }) => ({
      actor: admin.id,
      action: 'member edited',
      subject: record.id,
      detail: { changed: changes.map(({ field }) => field).join(', '), import: true },
    })),
  )
  const hasNewLogin = ({ changes }: PlannedUpdate) =>
    changes.some(({ field }) => field === 'militarySerial' || field === 'birthday')
  return { written: due.length, newLogins: due.filter(hasNewLogin).map(({ record }) => record.id) }
}

/** Whose login is not one administrator's to change, while an election that asks for two is under way. */
async function barredFrom(deps: Deps, tx: Queryable, updates: readonly PlannedUpdate[]): Promise<ReadonlySet<string>> {
  const helped = updates.filter((update) => changedDetails(update).length > 0).map(({ record }) => record.id)
  const openRolls = helped.length === 0 ? [] : await findOpenRolls(deps, tx, helped)
  return new Set(openRolls.filter((open) => whyCannotHelp('details changed', [open])).map(({ voterId }) => voterId))
}

const changedDetails = ({ changes }: PlannedUpdate) =>
  loginDetails.filter((detail) => changes.some(({ field }) => field === detail))

const written = sql.raw(columnNames.map((name) => `${name} = changed.${name}`).join(', '))

/** Sent as one value: a statement with a parameter for each cell takes longer to write than to run. */
async function writeRecords(tx: Queryable, updates: readonly PlannedUpdate[]): Promise<void> {
  const rows = updates.map(({ record, changes }) => {
    const after = { ...record, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
    return { id: record.id, ...Object.fromEntries(columnNames.map((name) => [name, after[fieldOfColumn[name]]])) }
  })
  await tx.execute(sql`update users set ${written}, version = users.version + 1, updated_at = now()
    from jsonb_populate_recordset(null::users, ${JSON.stringify(rows)}) as changed where users.id = changed.id`)
}

/** A corrected birthday is the password of who has no other; the member is told of whatever could let somebody in. */
async function followLogin(
  deps: Pick<Deps, 'siteKey'>,
  tx: Queryable,
  { admin, shortName, update }: { admin: Person; shortName: string; update: PlannedUpdate },
) {
  const { record, changes } = update
  const changed = changedDetails(update)
  if (changed.length === 0) return
  // Without a hash the next login takes the birthday of the record, as after an import.
  if (changed.includes('birthday') && !record.ownPassword) {
    await tx.update(passwords).set({ hash: null }).where(eq(passwords.userId, record.id))
    await endChallenges(tx, record.id)
  }
  const email = changes.find(({ field }) => field === 'email')?.to
  await tellLoginHelp(deps, tx, {
    actor: admin.id,
    userId: record.id,
    help: { act: 'details changed', changed },
    emails: [record.email, typeof email === 'string' ? email : null],
    shortName,
  })
}

import { asc, eq, inArray, sql } from 'drizzle-orm'
import { findOpenRolls } from '#server/accounts/account-standing.ts'
import { recordLoginHelp } from '#server/accounts/login-help.ts'
import { endChallenges } from '#server/accounts/queries.ts'
import { appendAudits } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { passwords, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { importPaidUntil } from '#server/members/dues/record.ts'
import { loginDetails, whyCannotHelp } from '#shared/accounts/login-help.ts'
import { columnNames, fieldOfColumn } from '#shared/members/csv/columns.ts'
import type { FieldChange } from '#shared/members/csv/member-file.ts'
import type { findRecordsBySerials } from './queries.ts'

type ExistingRecord = Awaited<ReturnType<typeof findRecordsBySerials>>[number]

export interface PlannedUpdate {
  row: number
  record: ExistingRecord
  changes: FieldChange[]
}

const batch = 200

/**
 * Writes the updates in batches, each completely or not at all. Records that someone else changed in the meantime are skipped;
 * returns the rows of these.
 */
export async function writeUpdates(
  deps: Deps,
  admin: Person,
  updates: readonly PlannedUpdate[],
): Promise<ReadonlySet<number>> {
  const { shortName } = await deps.settings()
  const written = new Set<number>()
  for (let at = 0; at < updates.length; at += batch)
    for (const row of await writeMost(deps, { admin, shortName, updates: updates.slice(at, at + batch) }))
      written.add(row)
  return new Set(updates.map(({ row }) => row).filter((row) => !written.has(row)))
}

/** If somebody took one of the new email addresses in the meantime, only that update is skipped. */
async function writeMost(deps: Deps, { updates, ...by }: Batch): Promise<number[]> {
  try {
    const { written, newLogins } = await inTransaction(deps, (tx) => writeBatch(deps, tx, { ...by, updates }))
    for (const id of newLogins) await deps.throttle.forgive(id)
    return written
  } catch (error) {
    if (!violated(error)?.startsWith('users_')) throw error
    if (updates.length === 1) return []
    const half = Math.ceil(updates.length / 2)
    const first = await writeMost(deps, { ...by, updates: updates.slice(0, half) })
    return [...first, ...(await writeMost(deps, { ...by, updates: updates.slice(half) }))]
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
  if (due.length === 0) return { written: [], newLogins: [] }
  const dueIds = due.map(({ record }) => record.id)
  await changeAccounts(deps, tx, dueIds, async () => {
    await writeRecords(tx, due)
    for (const update of due) await followLogin(deps, tx, { admin, shortName, update })
  })
  await importPaidUntil(tx, admin, deps.clock.now(), due.flatMap(paidOf))
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
  return { written: due.map(({ row }) => row), newLogins: due.filter(hasNewLogin).map(({ record }) => record.id) }
}

/** People whose login a single administrator must not change, because an open election requires two. */
async function barredFrom(deps: Deps, tx: Queryable, updates: readonly PlannedUpdate[]): Promise<ReadonlySet<string>> {
  const helped = updates.filter((update) => changedDetails(update).length > 0).map(({ record }) => record.id)
  const openRolls = helped.length === 0 ? [] : await findOpenRolls(deps, tx, helped)
  return new Set(openRolls.filter((open) => whyCannotHelp('details changed', [open])).map(({ voterId }) => voterId))
}

const paidOf = ({ record: { id }, changes }: PlannedUpdate) =>
  changes.flatMap(({ field, to }) => (field === 'duesPaidUntil' ? [{ id, paidUntil: String(to) }] : []))

const changedDetails = ({ changes }: PlannedUpdate) =>
  loginDetails.filter((detail) => changes.some(({ field }) => field === detail))

const written = sql.raw(columnNames.map((name) => `${name} = changed.${name}`).join(', '))

/** Sent as one JSON value: building a statement with a parameter per cell takes longer than running it. */
async function writeRecords(tx: Queryable, updates: readonly PlannedUpdate[]): Promise<void> {
  const rows = updates.map(({ record, changes }) => {
    const after = { ...record, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
    return { id: record.id, ...Object.fromEntries(columnNames.map((name) => [name, after[fieldOfColumn[name]]])) }
  })
  await tx.execute(sql`update users set ${written}, version = users.version + 1, updated_at = now()
    from jsonb_populate_recordset(null::users, ${JSON.stringify(rows)}) as changed where users.id = changed.id`)
}

/**
 * A corrected birthday becomes the password of members who have not set one. The member gets an email about any change that could
 * let someone else log in.
 */
async function followLogin(
  deps: Pick<Deps, 'siteKey'>,
  tx: Queryable,
  { admin, shortName, update }: { admin: Person; shortName: string; update: PlannedUpdate },
) {
  const { record, changes } = update
  const changed = changedDetails(update)
  if (changed.length === 0) return
  // Without a hash, the next login accepts the birthday on record, as after an import.
  if (changed.includes('birthday') && !record.ownPassword) {
    await tx.update(passwords).set({ hash: null }).where(eq(passwords.userId, record.id))
    await endChallenges(tx, record.id)
  }
  const email = changes.find(({ field }) => field === 'email')?.to
  await recordLoginHelp(deps, tx, {
    actor: admin.id,
    userId: record.id,
    help: { act: 'details changed', changed },
    emails: [record.email, typeof email === 'string' ? email : null],
    shortName,
  })
}

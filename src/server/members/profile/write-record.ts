import { and, eq, isNull, sql } from 'drizzle-orm'
import { refuseUnlessByCode, recordLoginHelp } from '#server/accounts/login-help.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { type Queryable, violated } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { releasePaths } from '#server/storage/uploads.ts'
import { loginDetails } from '#shared/accounts/login-help.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import type { MemberField } from '#shared/members/member-fields.ts'
import { errorText } from '#shared/text.ts'
import type { BeforeEdit } from './queries.ts'

export type FilePaths = Record<`${MemberFileKind}Path`, string | null>

interface Change {
  admin: Person
  /** As locked by this transaction. */
  before: BeforeEdit
  values: Partial<Pick<typeof users.$inferInsert, MemberField>>
  paths: Partial<FilePaths>
  shortName: string
}

/**
 * Writes an administrator's decision into a record: the next version, the release of old pictures, emails about anything that
 * could let somebody in, and the log. Returns the changed fields, and the files to remove after the commit.
 */
export async function writeRecord(
  deps: Pick<Deps, 'clock' | 'siteKey'>,
  tx: Queryable,
  { admin, before, values, paths, shortName }: Change,
): Promise<{ changed: MemberField[]; replaced: string[] }> {
  const changed = (Object.keys(values) as MemberField[]).filter((name) => values[name] !== before[name])
  const changedDetails = loginDetails.filter((detail) => changed.includes(detail))
  if (changedDetails.length > 0 && admin.id !== before.id)
    await refuseUnlessByCode(deps, tx, before.id, 'details changed')
  const updated = await changeAccounts(deps, tx, [before.id], () =>
    tx
      .update(users)
      .set({ ...values, ...paths, version: before.version + 1, updatedAt: sql`now()` })
      .where(and(eq(users.id, before.id), isNull(users.erasedAt))),
  )
  if (updated.rowCount !== 1) throw new AppError('member-vanished')
  const places = Object.keys(paths) as (keyof FilePaths)[]
  const replaced = places.map((place) => before[place]).filter((path) => path !== null)
  await releasePaths(tx, ...replaced)
  if (changedDetails.length > 0)
    await recordLoginHelp(deps, tx, {
      actor: admin.id,
      userId: before.id,
      help: { act: 'details changed', changed: changedDetails },
      emails: [before.email, values.email ?? null],
      shortName,
    })
  await appendAudit(tx, deps.clock, {
    actor: admin.id,
    action: 'member edited',
    subject: before.id,
    detail: { changed: [...changed, ...places.map((place) => place.replace(/Path$/, ''))].join(', ') },
  })
  return { changed, replaced }
}

/** Somebody who changes another administrator's address could request a link to their account. And only members have a profile. */
export function refuseOthersRecord(admin: Person, { id, isAdmin, militarySerial }: BeforeEdit): void {
  if (isAdmin && (id !== admin.id || militarySerial === null)) throw new AppError('profile-edit-not-allowed')
}

/** The unique field for each constraint. */
const fieldOf: Record<string, { field: string; code: ErrorCode }> = {
  users_email_unique: { field: 'email', code: 'email-taken' },
  users_military_serial_unique: { field: 'militarySerial', code: 'serial-taken' },
  users_id_number_unique: { field: 'idNumber', code: 'id-number-taken' },
}

const duplicateOf = (error: unknown) => fieldOf[violated(error) ?? '']
export const isDuplicate = (error: unknown): boolean => duplicateOf(error) !== undefined

/** The refusal if another member already has the value; any other error unchanged. */
export function toDuplicateError(error: unknown): unknown {
  const taken = duplicateOf(error)
  return taken ? new AppError(taken.code, { fields: { [taken.field]: errorText[taken.code] } }) : error
}

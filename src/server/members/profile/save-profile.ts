import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { loginDetails } from '#shared/accounts/login-help.ts'
import type { MemberField } from '#shared/members/member-fields.ts'
import { whyNotProfile, type Profile } from '#shared/members/profile/profile.ts'
import { dayInManila } from '#shared/time.ts'
import { hashBirthday, lockPassword } from '#server/accounts/birthday-password.ts'
import { tellLoginHelp } from '#server/accounts/login-help.ts'
import { writePassword } from '#server/accounts/queries.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { asColumns } from '#server/members/record-columns.ts'
import { releaseUpload, removeFiles } from '#server/storage/uploads.ts'
import { claimMemberFiles } from './member-files.ts'
import { findBeforeEdit, findProfile, type BeforeEdit, type MemberProfile } from './queries.ts'
import { toDuplicateError } from './duplicate-error.ts'

/** An administrator saves a member's record over the version they began from. The login follows a changed serial or birthday. */
export async function saveProfile(deps: Deps, admin: Person, id: string, form: Profile): Promise<MemberProfile> {
  const before = await findBeforeEdit(deps.db, id)
  refuse(deps, admin, before, form)
  // Made ahead of the transaction, which would hold the record for as long as it takes.
  const hash =
    before.birthday !== form.birthday && !before.ownPassword ? await hashBirthday(form.birthday, admin.id) : null
  const { shortName } = await deps.settings()
  const saved = inTransaction(deps, (tx) => write(deps, tx, { admin, id, form, hash, shortName }))
  const { replaced, loginChanged } = await saved.catch((error: unknown) => {
    throw toDuplicateError(error)
  })
  await removeFiles(deps, replaced)
  if (loginChanged) await deps.throttle.forgive(id)
  const member = await findProfile(deps.db, id)
  if (!member) throw new AppError('member-vanished')
  return member
}

interface Edit {
  admin: Person
  id: string
  form: Profile
  /** The corrected birthdate as a password, if that is what the member logs in with. */
  hash: string | null
  shortName: string
}

async function write(deps: Deps, tx: Queryable, { admin, id, form, hash, shortName }: Edit) {
  const before = await findBeforeEdit(tx, id, 'update')
  refuse(deps, admin, before, form)
  const hasPassword = await lockPassword(tx, id)
  const { files, version: _version, ...fields } = form
  const { paths, replaced } = await claimMemberFiles(tx, { admin, memberId: id, before }, files)
  const values = asColumns(fields)
  const updated = await tx
    .update(users)
    .set({ ...values, ...paths, version: before.version + 1, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
  if (updated.rowCount !== 1) throw new AppError('member-vanished')
  for (const path of replaced) await releaseUpload(tx, path)
  if (hash && hasPassword && !before.ownPassword) await writePassword(tx, id, { hash, own: false })
  const changed = (Object.keys(fields) as MemberField[]).filter((name) => values[name] !== before[name])
  const changedDetails = loginDetails.filter((detail) => changed.includes(detail))
  if (changedDetails.length > 0)
    await tellLoginHelp(tx, {
      actor: admin.id,
      userId: id,
      help: { act: 'details changed', changed: changedDetails },
      emails: [before.email, values.email],
      shortName,
    })
  await appendAudit(tx, deps.clock, {
    actor: admin.id,
    action: 'member edited',
    subject: id,
    detail: { changed: [...changed, ...Object.keys(files)].join(', ') },
  })
  return { replaced, loginChanged: changed.includes('militarySerial') || changed.includes('birthday') }
}

function refuse(
  deps: Pick<Deps, 'clock'>,
  admin: Person,
  before: BeforeEdit | null,
  form: Profile,
): asserts before is BeforeEdit {
  if (!before) throw new AppError('member-vanished')
  // Who changes another administrator's address could ask for a link to their account. And whoever is no member has no profile.
  if (before.isAdmin && (before.id !== admin.id || before.militarySerial === null))
    throw new AppError('profile-edit-not-allowed')
  if (before.version !== form.version) throw new AppError('edited-meanwhile')
  const fields = whyNotProfile(form, before, dayInManila(deps.clock.now()))
  if (Object.keys(fields).length > 0) throw new AppError('invalid-input', { fields })
}

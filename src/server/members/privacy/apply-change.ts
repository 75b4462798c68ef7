import { AppError } from '#shared/errors.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import { isChangeFile, type ChangeField, type ChangeTextField } from '#shared/members/privacy/changes.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { findBeforeEdit } from '#server/members/profile/queries.ts'
import { refuseOthersRecord, writeRecord } from '#server/members/profile/write-record.ts'
import { readChange } from '#shared/members/profile/profile.ts'

interface Accepted {
  admin: Person
  memberId: string
  field: ChangeField
  value: string
  filePath: string | null
  /** Of the record that the administrator saw beside the request. */
  version: number
  shortName: string
}

/**
 * Writes an accepted change into the record, by the rules of saving a profile and only for this field: what an imported
 * record lacks elsewhere does not refuse it. Returns the files to remove after the commit.
 */
export async function applyChange(
  deps: Pick<Deps, 'clock'>,
  tx: Queryable,
  { admin, memberId, field, value, filePath, version, shortName }: Accepted,
): Promise<{ replaced: string[]; email: string | null }> {
  const before = await findBeforeEdit(tx, memberId, 'update')
  if (!before) throw new AppError('member-vanished')
  refuseOthersRecord(admin, before)
  // The administrator decided beside what the record said then: an edit, a withdrawal or another change has them look again.
  if (before.version !== version) throw new AppError('edited-meanwhile')
  const change = isChangeFile(field)
    ? { values: {}, paths: pathOf(field, filePath) }
    : { values: valueOf(field, value), paths: {} }
  const { replaced } = await writeRecord(deps, tx, { admin, before, ...change, shortName })
  return { replaced, email: field === 'email' ? value : before.email }
}

function pathOf(field: MemberFileKind, filePath: string | null) {
  if (filePath === null) throw new AppError('not-found')
  return { [`${field}Path`]: filePath }
}

/** The rules may have changed since it was asked for. */
function valueOf(field: ChangeTextField, value: string) {
  const read = readChange(field, value)
  if ('wrong' in read) throw new AppError('invalid-input', { fields: { [field]: read.wrong } })
  return { [field]: read.value === '' ? null : read.value }
}

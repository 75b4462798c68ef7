import { hashBirthday } from '#server/accounts/passwords.ts'
import { lockPassword, writePassword } from '#server/accounts/queries.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { asColumns } from '#server/members/record-columns.ts'
import { removeFiles, claimOrAskAgain, ownPicture, receiveMemberPicture } from '#server/storage/uploads.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { memberFileKinds, memberFiles, type MemberFileKind } from '#shared/members/files.ts'
import { type Profile, parseProfile, type SentProfile } from '#shared/members/profile/profile.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import { may } from '#shared/permissions.ts'
import { dayInManila } from '#shared/time.ts'
import { smallFileMaxBytes } from '#shared/uploads.ts'
import { findBeforeEdit, findProfile, type BeforeEdit, type MemberProfile } from './queries.ts'
import { refuseOthersRecord, writeRecord, toDuplicateError, type FilePaths } from './write-record.ts'

/** An administrator saves a member's record over the version they started from. The login follows a changed serial or birthday. */
export async function saveProfile(deps: Deps, admin: Person, id: string, sent: SentProfile): Promise<MemberProfile> {
  const before = await findBeforeEdit(deps.db, id)
  refuseOthers(admin, before)
  const form = parseEdit(deps, before, sent)
  // Hashed before the transaction, which would otherwise hold the lock all the while.
  const hash =
    before.birthday !== form.birthday && !before.ownPassword
      ? await hashBirthday({ siteKey: deps.siteKey, userId: id }, form.birthday, admin.id)
      : null
  const { shortName } = await deps.settings()
  const saved = inTransaction(deps, (tx) => write(deps, tx, { admin, id, sent, hash, shortName }))
  const { replaced, loginChanged } = await saved.catch((error: unknown) => {
    throw toDuplicateError(error)
  })
  await removeFiles(deps, replaced)
  if (loginChanged) await deps.throttle.forgive(id)
  const member = mustExist(await findProfile(deps.db, id), 'member-vanished')
  return member
}

interface Edit {
  admin: Person
  id: string
  sent: SentProfile
  /** The hash of the corrected birthdate, if the member logs in with it. */
  hash: string | null
  shortName: string
}

async function write(deps: Deps, tx: Queryable, { admin, id, sent, hash, shortName }: Edit) {
  const before = await findBeforeEdit(tx, id, 'update')
  refuseOthers(admin, before)
  const form = parseEdit(deps, before, sent)
  const hasPassword = await lockPassword(tx, id)
  const { files, version: _version, ...fields } = form
  const paths = await claimMemberFiles(tx, { sentBy: admin.id, memberId: id }, files)
  const { changed, replaced } = await writeRecord(deps, tx, {
    admin,
    before,
    values: asColumns(fields),
    paths,
    shortName,
  })
  if (hash && hasPassword && !before.ownPassword) await writePassword(deps, tx, id, { hash, own: false })
  return { replaced, loginChanged: changed.includes('militarySerial') || changed.includes('birthday') }
}

function refuseOthers(admin: Person, before: BeforeEdit | null): asserts before is BeforeEdit {
  if (!before) throw new AppError('member-vanished')
  refuseOthersRecord(admin, before)
}

/** The profile to save over this record, or a refusal that names the fields. */
function parseEdit(deps: Pick<Deps, 'clock'>, before: BeforeEdit, sent: SentProfile): Profile {
  if (before.version !== sent.version) throw new AppError('edited-meanwhile')
  const read = parseProfile(sent, before, dayInManila(deps.clock.now()))
  if ('wrong' in read) throw new AppError('invalid-input', { fields: read.wrong })
  return read.profile
}

/**
 * A picture is uploaded before the profile is saved or the change requested. Until then it belongs to its sender; unclaimed, it
 * is deleted.
 */
export async function receiveMemberFile(
  deps: Deps,
  sender: Person,
  kind: MemberFileKind,
  sent: { stream: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<{ id: string }> {
  const rules = may(sender, 'edit any profile') ? administratorsPicture(kind) : ownPicture(kind)
  const { id } = await receiveMemberPicture(deps, { ...sent, ...rules, ownerId: sender.id, lane: sender.id })
  return { id }
}

/** Unchecked: an administrator may have nothing better than an old print, and sees the result. */
function administratorsPicture(kind: MemberFileKind) {
  const { bucket, longestSide } = memberFiles[kind]
  if (kind !== 'profilePicture') return { ...ownPicture(kind), shortestSide: undefined }
  const refusals = { notAPicture: 'profile-picture-invalid', tooLarge: 'profile-picture-too-large' } as const
  return { bucket, longestSide, maxBytes: smallFileMaxBytes, refusals }
}

/** Attaches the uploaded pictures to the member and returns their paths. */
export async function claimMemberFiles(
  tx: Queryable,
  { sentBy, memberId }: { sentBy: string; memberId: string },
  sent: Partial<Record<MemberFileKind, string | undefined>>,
): Promise<Partial<FilePaths>> {
  const paths: Partial<FilePaths> = {}
  for (const kind of memberFileKinds) {
    const uploadId = sent[kind]
    if (!uploadId) continue
    const { bucket } = memberFiles[kind]
    const claim = { uploadId, ownerId: memberId, sentBy, bucket }
    paths[`${kind}Path`] = await claimOrAskAgain(tx, claim, { [`files.${kind}`]: fileTexts[kind].failed })
  }
  return paths
}

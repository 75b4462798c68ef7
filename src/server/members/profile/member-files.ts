import { AppError } from '#shared/errors.ts'
import {
  memberFileKinds,
  memberFiles,
  registrationImageMaxBytes,
  smallFileMaxBytes,
  type MemberFileKind,
} from '#shared/members/files.ts'
import { profileText } from '#shared/members/profile/profile-text.ts'
import type { Person } from '#server/http/session.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { receiveMemberPicture } from '#server/storage/member-pictures.ts'
import { claimUpload } from '#server/storage/uploads.ts'

/** A picture goes up before the profile is saved. Until then it belongs to the administrator who sent it; unclaimed, it is swept. */
export function receiveMemberFile(
  deps: Deps,
  admin: Person,
  kind: MemberFileKind,
  sent: { stream: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<{ id: string }> {
  const small = kind === 'profilePicture'
  // As it is: an administrator may have nothing better than an old print, and sees what becomes of it.
  const { bucket, longestSide } = memberFiles[kind]
  return receiveMemberPicture(deps, {
    ...sent,
    bucket,
    longestSide,
    maxBytes: small ? smallFileMaxBytes : registrationImageMaxBytes,
    ownerId: admin.id,
    lane: admin.id,
    refusals: small
      ? { notAPicture: 'profile-picture-invalid', tooLarge: 'profile-picture-too-large' }
      : { notAPicture: 'picture-not-a-picture', tooLarge: 'image-too-large' },
  })
}

type FilePaths = Record<`${MemberFileKind}Path`, string | null>

/** Makes the sent pictures the member's own; returns the changed paths, and the old ones, which nothing uses any more. */
export async function claimMemberFiles(
  tx: Queryable,
  { admin, memberId, before }: { admin: Person; memberId: string; before: FilePaths },
  sent: Partial<Record<MemberFileKind, string | undefined>>,
): Promise<{ paths: Partial<FilePaths>; replaced: string[] }> {
  const paths: Partial<FilePaths> = {}
  const replaced: string[] = []
  for (const kind of memberFileKinds) {
    const uploadId = sent[kind]
    if (!uploadId) continue
    const { bucket } = memberFiles[kind]
    const claim = claimUpload(tx, { uploadId, ownerId: memberId, sentBy: admin.id, bucket })
    paths[`${kind}Path`] = (await claim.catch(refuseFile(kind))).path
    const old = before[`${kind}Path`]
    if (old) replaced.push(old)
  }
  return { paths, replaced }
}

/** Swept meanwhile, or never there: the administrator has to choose it again. */
const refuseFile = (kind: MemberFileKind) => (error: unknown) => {
  if (!(error instanceof AppError)) throw error
  throw new AppError('invalid-input', { fields: { [`files.${kind}`]: profileText.uploadFailed[kind] } })
}

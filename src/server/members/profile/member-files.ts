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
import type { FilePaths } from './write-record.ts'

/** A picture goes up before the profile is saved, or the change asked for. Until then it belongs to who sent it; unclaimed, it is swept. */
export function receiveMemberFile(
  deps: Deps,
  sender: Person,
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
    ownerId: sender.id,
    lane: sender.id,
    refusals: small
      ? { notAPicture: 'profile-picture-invalid', tooLarge: 'profile-picture-too-large' }
      : { notAPicture: 'picture-not-a-picture', tooLarge: 'image-too-large' },
  })
}

/** Makes the sent pictures the member's own, and returns where they lie. */
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
    const claim = claimUpload(tx, { uploadId, ownerId: memberId, sentBy, bucket })
    paths[`${kind}Path`] = (await claim.catch(refuseFile(kind))).path
  }
  return paths
}

/** Swept meanwhile, or never there: it has to be chosen again. */
const refuseFile = (kind: MemberFileKind) => (error: unknown) => {
  if (!(error instanceof AppError)) throw error
  throw new AppError('invalid-input', { fields: { [`files.${kind}`]: profileText.uploadFailed[kind] } })
}

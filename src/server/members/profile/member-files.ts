import { AppError } from '#shared/errors.ts'
import { memberFileKinds, memberFiles, smallFileMaxBytes, type MemberFileKind } from '#shared/members/files.ts'
import { fileTexts } from '#shared/members/registration/mendable.ts'
import { may } from '#shared/permissions.ts'
import type { Person } from '#server/http/session.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { ownPicture, receiveMemberPicture } from '#server/storage/pictures.ts'
import { claimUpload } from '#server/storage/uploads.ts'
import type { FilePaths } from './write-record.ts'

/** A picture goes up before the profile is saved, or the change asked for. Until then it belongs to who sent it; unclaimed, it is swept. */
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

/** As it is: an administrator may have nothing better than an old print, and sees what becomes of it. */
function administratorsPicture(kind: MemberFileKind) {
  const { bucket, longestSide } = memberFiles[kind]
  if (kind !== 'profilePicture') return { ...ownPicture(kind), shortestSide: undefined }
  const refusals = { notAPicture: 'profile-picture-invalid', tooLarge: 'profile-picture-too-large' } as const
  return { bucket, longestSide, maxBytes: smallFileMaxBytes, refusals }
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
  throw new AppError('invalid-input', { fields: { [`files.${kind}`]: fileTexts[kind].failed } })
}

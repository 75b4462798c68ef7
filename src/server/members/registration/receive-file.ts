import { AppError } from '#shared/errors.ts'
import { memberFiles, registrationImageMaxBytes, type MemberFileKind } from '#shared/members/files.ts'
import { laneOf } from '#server/http/address.ts'
import type { Deps } from '#server/deps.ts'
import { receiveMemberPicture } from '#server/storage/member-pictures.ts'
import { checkOpen, checkRoom, spendFile } from './limits.ts'

interface Sent {
  stream: AsyncIterable<Uint8Array>
  announced: number
  signal: AbortSignal
  address: string
}

/** A picture of somebody who is not known yet. It is nobody's until a registration names it, and swept if none does. */
export async function receiveRegistrationFile(
  deps: Deps,
  kind: MemberFileKind,
  { stream, announced, signal, address }: Sent,
): Promise<{ id: string }> {
  await checkOpen(deps)
  // Exactly 20 MB is taken: the association's limit is the largest file, not the first one too large.
  if (announced > registrationImageMaxBytes) throw new AppError('image-too-large')
  await spendFile(deps, address)
  await checkRoom(deps.db)
  const { bucket, longestSide } = memberFiles[kind]
  return receiveMemberPicture(deps, {
    stream,
    signal,
    maxBytes: registrationImageMaxBytes,
    longestSide,
    bucket,
    ownerId: null,
    lane: laneOf(address),
    refusals: {
      notAPicture: kind === 'profilePicture' ? 'square-picture-invalid' : 'picture-not-a-picture',
      tooLarge: 'image-too-large',
    },
  })
}

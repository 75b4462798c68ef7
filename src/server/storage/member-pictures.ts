import { Readable } from 'node:stream'
import type { ErrorCode } from '#shared/errors.ts'
import type { Bucket } from '#shared/file-access.ts'
import { memberFile, registrationImageMaxBytes, type MemberFileKind } from '#shared/members/files.ts'
import { reencode, type PictureDeps } from './reencode.ts'
import { receiveUpload } from './uploads.ts'

export interface MemberPicture {
  stream: AsyncIterable<Uint8Array>
  signal?: AbortSignal | undefined
  maxBytes: number
  longestSide: number
  /** What is smaller on its shorter side is refused. */
  shortestSide?: number | undefined
  /** Cut to a square from the middle, where it is not one. */
  square?: boolean | undefined
  bucket: Bucket
  /** Null for a visitor who is registering. */
  ownerId: string | null
  /** Who waits together for their turn. */
  lane: string
  refusals: { notAPicture: ErrorCode; tooLarge: ErrorCode }
}

/** What a person may send of themselves: by the same rules when they register, correct an application or ask for a change. */
export const ownPicture = (kind: MemberFileKind) => ({
  ...memberFile(kind),
  maxBytes: registrationImageMaxBytes,
  refusals: {
    notAPicture: kind === 'profilePicture' ? 'square-picture-invalid' : 'picture-not-a-picture',
    tooLarge: 'image-too-large',
  } satisfies MemberPicture['refusals'],
})

/**
 * A picture of a member or of their documents: one clean JPEG, upright, on white, without metadata. The same picture sent twice
 * becomes the same bytes, so that a proof of payment that was used before is recognised by its fingerprint. Whatever goes
 * wrong leaves nothing; what no record claims is swept.
 */
export async function receiveMemberPicture(
  deps: PictureDeps,
  picture: MemberPicture,
): Promise<{ id: string; size: number }> {
  const { longestSide, bucket, ownerId, signal, square = false } = picture
  const fits = { width: longestSide, height: longestSide, square }
  const bytes = await reencode(deps, { ...picture, fits, accept: ['jpeg', 'png'], paper: '#ffffff' }, (drawing) =>
    drawing().jpeg({ quality: 85 }).toBuffer(),
  )
  const { id, size } = await receiveUpload(deps, {
    bucket,
    ownerId,
    originalName: 'picture.jpg',
    mime: 'image/jpeg',
    maxBytes: bytes.length,
    stream: Readable.from([bytes]),
    signal,
  })
  return { id, size }
}

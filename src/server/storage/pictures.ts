import { Readable } from 'node:stream'
import type { ErrorCode } from '#shared/errors.ts'
import type { Bucket } from '#shared/file-access.ts'
import { memberFile, registrationImageMaxBytes, type MemberFileKind } from '#shared/members/files.ts'
import { reencode, type PictureDeps, type PictureKind } from './reencode.ts'
import { receiveUpload, removeUpload } from './uploads.ts'

export interface IncomingPicture {
  stream: AsyncIterable<Uint8Array>
  maxBytes: number
  /** As wide as it is ever shown; a smaller picture stays as it is. */
  width: number
  bucket: Extract<Bucket, 'media' | 'announcements'>
  ownerId: string
  accept?: readonly PictureKind[]
  signal?: AbortSignal | undefined
}

export interface StoredPicture {
  avif: { id: string; path: string }
  webp: { id: string; path: string }
}

const refusals = { notAPicture: 'picture-not-a-picture', tooLarge: 'picture-too-large' } as const

/**
 * A picture for the pages: checked by its content, upright, without metadata (where and when it was taken, by which phone),
 * in two formats. Whatever goes wrong leaves nothing. Nobody uses it until a record claims both.
 */
export async function receivePicture(deps: PictureDeps, picture: IncomingPicture): Promise<StoredPicture> {
  const { width, ownerId, bucket, signal, accept = ['jpeg', 'png'] } = picture
  // The height is bounded too: a strip may be narrow and endless.
  const fits = { width, height: 2 * width }
  const { avif, webp } = await reencode(
    deps,
    { ...picture, fits, accept, refusals, lane: ownerId },
    async (drawing) => ({
      avif: await drawing().avif({ quality: 50 }).toBuffer(),
      webp: await drawing().webp({ quality: 78 }).toBuffer(),
    }),
  )
  const store = (bytes: Buffer, format: 'avif' | 'webp') =>
    receiveUpload(deps, {
      bucket,
      ownerId,
      originalName: `picture.${format}`,
      mime: `image/${format}`,
      maxBytes: bytes.length,
      stream: Readable.from([bytes]),
      signal,
    })
  const first = await store(avif, 'avif')
  try {
    const second = await store(webp, 'webp')
    return { avif: { id: first.id, path: first.path }, webp: { id: second.id, path: second.path } }
  } catch (error) {
    await removeUpload(deps, first.path).catch((err) =>
      deps.log.warn({ err, path: first.path }, 'half a picture is left to the sweeper'),
    )
    throw error
  }
}

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

import type { Bucket } from '#shared/file-access.ts'
import type { PictureSize } from '#shared/uploads.ts'

/**
 * The five pictures of a member: where they are kept, how large, in pixels on the longer side, and what a printed card needs at
 * least on the shorter one.
 */
export const memberFiles = {
  profilePicture: { bucket: 'user_photos', longestSide: 900, shortestSide: 600, square: true },
  photoUpload: { bucket: 'user_photos', longestSide: 1600, shortestSide: 600 },
  commissionDocument: { bucket: 'files', longestSide: 2400 },
  paymentProof: { bucket: 'files', longestSide: 2000 },
  signature: { bucket: 'signatures', longestSide: 1200 },
} as const satisfies Record<string, MemberFile>

interface MemberFile {
  bucket: Bucket
  longestSide: number
  shortestSide?: number
  /** Cut to a square: by its sender, who sees what is left, or from the middle. */
  square?: true
}

export type MemberFileKind = keyof typeof memberFiles
export const memberFileKinds = Object.keys(memberFiles) as MemberFileKind[]

export const memberFile = (kind: MemberFileKind): MemberFile => memberFiles[kind]

/** Whether a picture is too small for what it is for. Browser and server ask the same. */
export const isTooSmall = (kind: MemberFileKind, { width, height }: PictureSize): boolean =>
  Math.min(width, height) < (memberFile(kind).shortestSide ?? 1)

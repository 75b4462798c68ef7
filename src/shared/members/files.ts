import type { Bucket } from '../file-access.ts'

/** The five pictures of a member: where they are kept, and how large, in pixels on the longer side. */
export const memberFiles = {
  profilePicture: { bucket: 'user_photos', longestSide: 640 },
  photoUpload: { bucket: 'user_photos', longestSide: 1600 },
  commissionDocument: { bucket: 'files', longestSide: 2400 },
  paymentProof: { bucket: 'files', longestSide: 2000 },
  signature: { bucket: 'signatures', longestSide: 1200 },
} as const satisfies Record<string, { bucket: Bucket; longestSide: number }>

export type MemberFileKind = keyof typeof memberFiles
export const memberFileKinds = Object.keys(memberFiles) as MemberFileKind[]

export const imageTypes = ['image/jpeg', 'image/png'] as const
/** When registering. */
export const registrationImageMaxBytes = 20 * 1024 * 1024
/** A profile picture that an administrator changes, and the document of a candidate. */
export const smallFileMaxBytes = 5 * 1024 * 1024

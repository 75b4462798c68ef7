import { may, type Action, type Who } from './permissions.ts'

/** What the files are, as the storage keeps them apart. */
export const buckets = ['files', 'user_photos', 'signatures', 'videos', 'media', 'candidate_documents'] as const
export type Bucket = (typeof buckets)[number]

/** Shown on public pages; a video once it is on one. */
const isPublic = (file: RequestedFile) => file.bucket === 'media' || (file.bucket === 'videos' && file.claimed)
/** Who opens what is not theirs. Proofs and signatures are not for those who may only read profiles. */
const openedBy: Record<Bucket, Action> = {
  files: 'edit any profile',
  signatures: 'edit any profile',
  candidate_documents: 'manage nominees',
  user_photos: 'read any profile',
  videos: 'edit videos',
  media: 'read public pages',
}

interface RequestedFile {
  bucket: Bucket
  ownerId: string | null
  /** Whether a record uses it. */
  claimed: boolean
}

export function mayOpenFile(file: RequestedFile, asker: (Who & { id: string }) | null): boolean {
  if (isPublic(file)) return true
  if (!asker) return false
  if (file.ownerId !== null && file.ownerId === asker.id) return true
  return may(asker, openedBy[file.bucket])
}

/** Opening somebody else's document is written down. */
export function isOthersDocument(file: RequestedFile, askerId: string | undefined): boolean {
  return !isPublic(file) && file.ownerId !== askerId
}

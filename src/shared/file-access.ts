import { may, type Role } from './permissions.ts'

/** What the files are, as the storage keeps them apart. */
export const buckets = ['files', 'user_photos', 'signatures', 'videos', 'media', 'candidate_documents'] as const
export type Bucket = (typeof buckets)[number]

/** Shown on public pages; a video once it is on one. */
const isPublic = (file: RequestedFile) => file.bucket === 'media' || (file.bucket === 'videos' && file.claimed)
/** Proofs and signatures are for their owner and the administrators, not for those who may only read profiles. */
const documents: readonly Bucket[] = ['files', 'signatures', 'candidate_documents']

interface RequestedFile {
  bucket: Bucket
  ownerId: string | null
  /** Whether a record uses it. */
  claimed: boolean
}

export function mayOpenFile(file: RequestedFile, asker: { id: string; role: Role } | null): boolean {
  if (isPublic(file)) return true
  if (!asker) return false
  if (file.ownerId !== null && file.ownerId === asker.id) return true
  return may(asker.role, documents.includes(file.bucket) ? 'edit any profile' : 'read any profile')
}

/** Opening somebody else's document is written down. */
export function isOthersDocument(file: RequestedFile, askerId: string | undefined): boolean {
  return !isPublic(file) && file.ownerId !== askerId
}

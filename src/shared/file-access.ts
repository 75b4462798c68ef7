import { isPublicSection, type LinkSection } from './content/defaults.ts'
import { may, type Role } from './permissions.ts'

/** What the files are, as the storage keeps them apart. */
export const buckets = [
  'files',
  'user_photos',
  'signatures',
  'videos',
  'media',
  'candidate_documents',
  'announcements',
] as const
export type Bucket = (typeof buckets)[number]

/** Shown on public pages; a video once it is on one, and what belongs to an announcement where that one is for everybody. */
const isPublic = (file: RequestedFile) =>
  file.bucket === 'media' ||
  (file.bucket === 'videos' && file.claimed) ||
  (file.bucket === 'announcements' && file.section != null && isPublicSection(file.section))
/** Proofs and signatures are for their owner and the administrators, not for those who may only read profiles. */
const documents: readonly Bucket[] = ['files', 'signatures', 'candidate_documents']

interface RequestedFile {
  bucket: Bucket
  ownerId: string | null
  /** Whether a record uses it. */
  claimed: boolean
  /** Of the announcement that uses it. */
  section?: LinkSection | null
}

export function mayOpenFile(file: RequestedFile, asker: { id: string; role: Role } | null): boolean {
  if (isPublic(file)) return true
  if (!asker) return false
  if (file.ownerId !== null && file.ownerId === asker.id) return true
  if (file.bucket === 'announcements') return file.section != null && may(asker.role, 'read announcements')
  return may(asker.role, documents.includes(file.bucket) ? 'edit any profile' : 'read any profile')
}

/** Opening somebody else's document is written down. An announcement is nobody's. */
export function isOthersDocument(file: RequestedFile, askerId: string | undefined): boolean {
  return file.bucket !== 'announcements' && !isPublic(file) && file.ownerId !== askerId
}

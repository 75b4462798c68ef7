import { isPublicSection, type LinkSection } from '#shared/content/defaults.ts'
import { may, type Action, type Who } from './permissions.ts'

/** The kinds of files; the storage separates them. */
export const buckets = [
  'files',
  'user_photos',
  'signatures',
  'videos',
  'media',
  'candidate_documents',
  'announcements',
  'mailings',
  'dues_proofs',
] as const
export type Bucket = (typeof buckets)[number]

/** Files on public pages: a video once a page uses it, a file of an announcement if everybody may read that. */
const isPublic = (file: RequestedFile) =>
  file.bucket === 'media' ||
  (file.bucket === 'videos' && file.claimed) ||
  (file.bucket === 'announcements' && file.section != null && !file.hidden && isPublicSection(file.section))
/** The action that opens other people's files. Permission to read profiles is not enough for proofs and signatures. */
const openedBy: Record<Bucket, Action> = {
  files: 'edit any profile',
  signatures: 'edit any profile',
  candidate_documents: 'manage nominees',
  user_photos: 'read any profile',
  videos: 'edit videos',
  media: 'read public pages',
  announcements: 'read announcements',
  mailings: 'email members',
  dues_proofs: 'handle dues',
}

interface RequestedFile {
  bucket: Bucket
  ownerId: string | null
  /** Whether a record uses the file. */
  claimed: boolean
  /** The section of the announcement that uses the file, and whether that is not published yet. */
  section?: LinkSection | null
  hidden?: boolean | null
}

export function mayOpenFile(file: RequestedFile, asker: (Who & { id: string }) | null): boolean {
  if (isPublic(file)) return true
  if (!asker) return false
  if (file.ownerId !== null && file.ownerId === asker.id) return true
  // Only its sender may open a file that no announcement uses.
  if (file.bucket === 'announcements' && file.section == null) return false
  return may(asker, file.hidden ? 'edit links' : openedBy[file.bucket])
}

/** Opening another person's document is logged. A file for many readers is nobody's document. */
export function isOthersDocument(file: RequestedFile, askerId: string | undefined): boolean {
  return !['announcements', 'mailings'].includes(file.bucket) && !isPublic(file) && file.ownerId !== askerId
}

import { isPublicSection, type LinkSection } from '#shared/content/defaults.ts'
import { may, type Action, type Who } from './permissions.ts'

/** What the files are, as the storage keeps them apart. */
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

/** Shown on public pages; a video once it is on one, and what belongs to an announcement where that one is for everybody. */
const isPublic = (file: RequestedFile) =>
  file.bucket === 'media' ||
  (file.bucket === 'videos' && file.claimed) ||
  (file.bucket === 'announcements' && file.section != null && !file.hidden && isPublicSection(file.section))
/** Who opens what is not theirs. Proofs and signatures are not for those who may only read profiles. */
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
  /** Whether a record uses it. */
  claimed: boolean
  /** Of the announcement that uses it, and whether that one is not published yet. */
  section?: LinkSection | null
  hidden?: boolean | null
}

export function mayOpenFile(file: RequestedFile, asker: (Who & { id: string }) | null): boolean {
  if (isPublic(file)) return true
  if (!asker) return false
  if (file.ownerId !== null && file.ownerId === asker.id) return true
  // What no announcement shows is its sender's alone.
  if (file.bucket === 'announcements' && file.section == null) return false
  return may(asker, file.hidden ? 'edit links' : openedBy[file.bucket])
}

/** Opening somebody else's document is written down. What was written for many is nobody's. */
export function isOthersDocument(file: RequestedFile, askerId: string | undefined): boolean {
  return !['announcements', 'mailings'].includes(file.bucket) && !isPublic(file) && file.ownerId !== askerId
}

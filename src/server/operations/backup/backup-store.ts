import type { Instant } from '#shared/time.ts'
import type { BackupPlace } from '#shared/operations/backup/backup.ts'

/** Where backups lie: a folder, or a bucket of S3. */
export interface BackupStore {
  place: BackupPlace
  /** For the person at the terminal. */
  whereIs(name: string): string
  /**
   * Writes the bytes, safe from a crash, and has `check` read them back from the beginning. What does not pass is removed again.
   * Returns how many bytes there are.
   */
  write(name: string, bytes: AsyncIterable<Buffer>, check: Check): Promise<number>
  open(name: string): Promise<AsyncIterable<Buffer> | null>
  /** The names of the backups that are complete, oldest first. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  /** What killed processes of this site left. Only for who holds the lock `backup`. */
  removeUnfinished(site: string): Promise<void>
  /** The list of erased members, which is read and replaced as a whole. */
  readErased(): Promise<string | null>
  writeErased(text: string): Promise<void>
  /** For one that cannot be read: it is kept under another name, for somebody to look at. */
  setErasedAside(): Promise<void>
  /** Null where it is as good as endless. */
  freeBytes(): Promise<number | null>
}

export type Check = (written: AsyncIterable<Buffer>) => Promise<void>

export const erasedName = 'erased-members.json'

/** Time in UTC to the millisecond, and which site: they sort by time, none takes another's name, and two sites may share a place. */
const backupName = /^site-\d{8}t\d{9}z-[0-9a-f]{8}\.backup$/

export const isBackupName = (name: string) => backupName.test(name)
export const siteOf = (name: string) => name.slice(-'00000000.backup'.length, -'.backup'.length)

export function newBackupName(at: Instant, site: string): string {
  const time = new Date(at).toISOString().replaceAll(/[-:.]/g, '').toLowerCase()
  return `site-${time}-${site}.backup`
}

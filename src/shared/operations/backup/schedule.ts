import { dayInManila, manila, type Instant } from '#shared/time.ts'

/** Where backups are kept: a folder of the server, or a bucket. Which ones, only the person who hosts the site says. */
export const backupPlaces = ['folder', 's3'] as const
export type BackupPlace = (typeof backupPlaces)[number]

export interface BackupSchedule {
  backupsOn: boolean
  /** On a clock in Manila, like `02:00`. */
  backupTime: string
}

export interface BegunBackup {
  begunAt: Instant
  state: 'running' | 'done' | 'failed'
}

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** After this long without one, an administrator is warned: a night was missed and nobody has made up for it. */
export const backupIsOldAfterMs = 36 * hourMs

/**
 * Once a day at the time that was chosen. A night that was missed is made up for as soon as the site runs again, and one that
 * failed is tried again an hour later. A new site (`born`) waits for its first night.
 */
export function backupIsDue(
  { backupsOn, backupTime }: BackupSchedule,
  { last, born, now }: { last: BegunBackup | null; born: Instant; now: Instant },
): boolean {
  if (!backupsOn) return false
  const latest = latestTime(backupTime, now)
  if (!last) return born < latest
  if (last.begunAt < latest) return true
  return last.state === 'failed' && now - last.begunAt >= hourMs
}

/** The last time a clock in Manila showed this, up to now. */
function latestTime(time: string, now: Instant): Instant {
  const today = manila(dayInManila(now), time)
  return today <= now ? today : today - dayMs
}

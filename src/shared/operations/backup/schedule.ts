/** Where backups are kept: a folder of the server, or a bucket. Which ones, only the person who hosts the site says. */
export const backupPlaces = ['folder', 's3'] as const
export type BackupPlace = (typeof backupPlaces)[number]

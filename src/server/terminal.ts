import { userInfo } from 'node:os'
import { ConfigError } from './config.ts'
import { StorageAway } from './network-errors.ts'

/** What every program needs at the terminal. Loads next to nothing, so that a script need not load the site. */
export const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

/** Ends the process. Prints an expected error as one sentence; any other is a bug and is printed with its stack. */
export function exitAfter(running: Promise<void>): void {
  running.then(
    () => process.exit(0),
    (error: NodeJS.ErrnoException) => {
      process.stderr.write(`${sentenceOfError(error)}\n`)
      process.exit(1)
    },
  )
}

export function sentenceOfError(error: NodeJS.ErrnoException): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof StorageAway)
    return 'The file storage does not reply. Check the settings that begin with S3_ and BACKUP_S3_, and that its server runs.'
  if (error.code === 'EADDRINUSE')
    return `The port ${(error as { port?: number }).port ?? ''} is already in use. Set PORT to another one.`
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return 'This port needs more rights. Set PORT to 1024 or above.'
  if (mayNot.has(error.code ?? '') && error.path) return mayNotOpen(error.path)
  if (diskFull.has(error.code ?? ''))
    return `The disk is full${error.path ? ` (${error.path})` : ''}: make room on the disk of the data folder, or of the folder for backups.`
  if (error.code === 'EADDRNOTAVAIL' || (error.code === 'ENOTFOUND' && error.syscall === 'getaddrinfo'))
    return 'HOST or DATABASE_URL names an address that cannot be reached from this machine.'
  if (error.code === 'ECONNREFUSED')
    return 'The database does not reply: look whether its server runs, and whether its address (DATABASE_URL) is right.'
  if (error.code === '28000') return `The database refuses: ${error.message}. ${runAsSite}`
  if (error.code === '28P01' || error.code === '3D000') return `The database refuses: ${error.message}.`
  return `An unexpected error: ${error.stack ?? error.message}`
}

/** For a database on this machine that identifies users by their system account. */
export const runAsSite = 'Run this as the user who runs the site, for example: runuser -u site -- npm run doctor'

const mayNot = new Set(['EACCES', 'EPERM', 'EROFS'])
const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Often the path belongs to root but the site has its own user, or the service may not write there. */
export function mayNotOpen(path: string): string {
  const username = userName()
  return `The user ${username} may not open or write ${path}. Let it pass through the folders above, and as root: chown ${username} ${path} (a folder that is missing: install -d -o ${username} ${path}).`
}

/** In a container the user may have no name, only a number. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

import { ConfigError } from './config.ts'
import { StorageAway } from './network-errors.ts'

/** What every program of the site does at the terminal. Loads next to nothing: a script need not load the whole site. */
export const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

/** Ends the process. What a person can act on is one sentence; anything else is a fault of ours and shows where it happened. */
export function exitAfter(running: Promise<void>): void {
  running.then(
    () => process.exit(0),
    (error: NodeJS.ErrnoException) => {
      process.stderr.write(`${sentenceFor(error)}\n`)
      process.exit(1)
    },
  )
}

function sentenceFor(error: NodeJS.ErrnoException): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof StorageAway)
    return 'The file storage does not reply. Check the settings that begin with S3_ and BACKUP_S3_, and that its server runs.'
  if (error.code === 'EADDRINUSE')
    return `The port ${(error as { port?: number }).port ?? ''} is already in use. Set PORT to another one.`
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return 'This port needs more rights. Set PORT to 1024 or above.'
  if (error.code === 'EADDRNOTAVAIL' || (error.code === 'ENOTFOUND' && error.syscall === 'getaddrinfo'))
    return 'HOST or DATABASE_URL names an address that cannot be reached from this machine.'
  if (error.code === 'ECONNREFUSED') return 'The database named by DATABASE_URL does not answer.'
  if (error.code === '28P01' || error.code === '28000' || error.code === '3D000')
    return `The database named by DATABASE_URL refuses: ${error.message}.`
  return `An unexpected error: ${error.stack ?? error.message}`
}

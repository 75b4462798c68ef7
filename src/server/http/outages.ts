import { AppError } from '#shared/errors.ts'
import { networkErrors } from '#server/network-errors.ts'
import { StorageAway } from '#server/storage/storage.ts'

/** Something that the site stands on does not do its part: the person did nothing wrong and may try again. */
interface Outage {
  refusal: AppError
  /** A lost connection is logged by the pool, and would be here once for every request of an outage. */
  worthLogging: boolean
}

export function outageOf(error: unknown): Outage | null {
  if (causesOf(error).some((cause) => cause instanceof StorageAway))
    return { refusal: new AppError('storage-away', { retryAfter: 30 }), worthLogging: true }
  for (const code of errorCodes(error)) {
    if (diskFull.has(code)) return { refusal: new AppError('disk-full', { retryAfter: 300 }), worthLogging: true }
    if (readOnly.has(code)) return { refusal: new AppError('read-only', { retryAfter: 30 }), worthLogging: true }
    const unreachable = isUnreachable(code)
    if (unreachable || gaveUp.has(code))
      return { refusal: new AppError('site-busy', { retryAfter: 5 }), worthLogging: !unreachable }
  }
  return null
}

/** PostgreSQL's and Node's codes, from here on. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Also said by a database that another one has taken over from. */
const readOnly = new Set(['25006', 'EROFS'])

/** The database took too long over a statement or a lock, or ended one of two that stood in each other's way. */
const gaveUp = new Set([
  '57014', // statement timeout
  '55P03', // lock timeout
  '25P03', // idle in transaction for too long
  '25P04', // transaction timeout
  '40001', // serialization failure
  '40P01', // deadlock
  '53200', // out of memory
])

/** Away, restarting, or without a connection to spare. Class 08 is all about connections. */
const isUnreachable = (code: string) => networkErrors.has(code) || away.has(code) || /^08[0-9A-Z]{3}$/.test(code)
const away = new Set(['53300', '57P01', '57P02', '57P03', '57P05', 'no-connection'])

/** The codes of an error and of what caused it, outermost first. */
export function errorCodes(error: unknown): string[] {
  return causesOf(error).flatMap((cause) => {
    const { code, syscall } = cause as { code?: unknown; syscall?: unknown }
    // A missing file is a bug; a missing Unix socket is a database that is not there.
    const missingSocket = code === 'ENOENT' && syscall === 'connect'
    return [
      ...(typeof code === 'string' ? [code] : []),
      ...(missingSocket || noConnection.test(cause.message) ? ['no-connection'] : []),
    ]
  })
}

/** What the driver says without a code. */
const noConnection =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client was closed and is not queryable|encountered a connection error/i

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let e = error; e instanceof Error && !causes.includes(e); e = e.cause) causes.push(e)
  return causes
}

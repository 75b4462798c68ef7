import pg from 'pg'
import { backupFailures, type BackupFailure } from '#shared/operations/backup/backup.ts'

/** Why a backup or a restore did not come about, with one sentence for the person at the terminal. */
export class BackupError extends Error {
  readonly failure: BackupFailure

  constructor(failure: BackupFailure, detail = '', options?: ErrorOptions) {
    super([backupFailures[failure], detail].filter(Boolean).join(' '), options)
    this.name = 'BackupError'
    this.failure = failure
  }
}

/** The code that is recorded: of what was thrown it says the kind, and nothing that was in it. */
export function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupError) return error.failure
  if (error instanceof pg.DatabaseError) return 'database-failed'
  const { code, syscall, $metadata } = error as NodeJS.ErrnoException & { $metadata?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no-room'
  return syscall !== undefined || $metadata !== undefined ? 'place-failed' : 'unexpected'
}

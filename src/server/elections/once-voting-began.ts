import { AppError, type ErrorCode } from '#shared/errors.ts'
import { databaseRefusal } from '#server/db/database.ts'

/** The database refuses as well, should the election be frozen, or a ballot come in, at that very moment. */
export function onceVotingBegan(error: unknown, code: ErrorCode = 'nominees-settled'): never {
  if (databaseRefusal(error)?.constraint === 'nominees_stay_once_voting_began') throw new AppError(code)
  throw error
}

import { AppError, type ErrorCode } from '#shared/errors.ts'
import { errorText } from '#shared/text.ts'
import { violated } from '#server/db/database.ts'

/** Which field of a member two people may not share, by the name of the constraint that says so. */
const fieldOf: Record<string, { field: string; code: ErrorCode }> = {
  users_email_unique: { field: 'email', code: 'email-taken' },
  users_military_serial_unique: { field: 'militarySerial', code: 'serial-taken' },
  users_id_number_unique: { field: 'idNumber', code: 'id-number-taken' },
}

/** The refusal for what another member already has; any other error as it came. */
export function toDuplicateError(error: unknown): unknown {
  const taken = fieldOf[violated(error) ?? '']
  return taken ? new AppError(taken.code, { fields: { [taken.field]: errorText[taken.code] } }) : error
}

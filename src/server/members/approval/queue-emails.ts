import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { EmailText } from '#server/email/email-text.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Applicant } from './queries.ts'

/** One to each who has an address. An address that no email can be sent to must not keep a hundred others waiting. */
export async function queueApprovalEmails<Person extends Applicant>(
  tx: Queryable,
  log: Log,
  people: Person[],
  write: (person: Person) => EmailText,
): Promise<void> {
  for (const person of people) {
    if (person.email === null) continue
    try {
      await queueEmail(tx, { to: person.email, ...write(person) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ member: person.id }, 'no email can be sent to this address')
    }
  }
}

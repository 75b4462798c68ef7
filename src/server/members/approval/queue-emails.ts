import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { Letter } from '#server/email/email-text.ts'
import { enqueueMail } from '#server/email/queue.ts'
import type { Applicant } from './queries.ts'

/** One to each who has an address. An address that no letter can be sent to must not keep a hundred others waiting. */
export async function sendLetters<Person extends Applicant>(
  tx: Queryable,
  log: Log,
  people: Person[],
  write: (person: Person) => Letter,
): Promise<void> {
  for (const person of people) {
    if (person.email === null) continue
    try {
      await enqueueMail(tx, { to: person.email, ...write(person) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ member: person.id }, 'no letter can be sent to this address')
    }
  }
}

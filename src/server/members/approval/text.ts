import type { Queryable } from '#server/db/database.ts'
import { type EmailText, emailText, paragraphs, queueEmail } from '#server/email/queue.ts'
import type { Log } from '#server/log.ts'
import { AppError } from '#shared/errors.ts'
import { itemLabel, type CorrectableItem } from '#shared/members/registration/correctable.ts'
import { applicationAddress, showReference } from '#shared/members/registration/reference.ts'
import type { NamedApplicant } from './queries.ts'

interface About {
  shortName: string
  firstName: string
}

/** How to log in, in words that reveal nothing to others who read the email. */
export function welcomeEmail(about: About & { idNumber: string; site: string }): EmailText {
  const { shortName, firstName, idNumber, site } = about
  return {
    kind: 'approval',
    subject: `Welcome to ${shortName}: your membership is approved`,
    body: paragraphs(
      `Good day, ${firstName}!`,
      `Your membership in ${shortName} has been approved. Your ID number is ${idNumber}.`,
      `You can log in now at ${site}/login`,
      'Your username is your military serial number. Your password is your birthday: two digits for the day, the first three letters of the month in English, four digits for the year, without spaces. It is written like 05Oct1964 for 5 October 1964.',
      'After your first login, please choose your own password, because other people may know your birthday.',
      shortName,
    ),
  }
}

export function rejectionEmail(about: About & { reason: string; site: string }): EmailText {
  const { shortName, firstName, reason, site } = about
  return emailText(
    { kind: 'rejection', shortName, subject: 'about your application', greeting: `Good day, ${firstName},` },
    `Thank you for applying to ${shortName}. We could not approve your application, for this reason:`,
    reason,
    `Your application and the files you sent have been deleted. You are welcome to apply again at ${site}/register`,
  )
}

/** What to send again, and where. Its kind is `registration`, as for everything about an application before a decision. */
export function returnedEmail(
  about: About & { items: readonly CorrectableItem[]; message: string; reference: string; site: string },
): EmailText {
  const { shortName, firstName, items, message, reference, site } = about
  return emailText(
    {
      kind: 'registration',
      shortName,
      subject: 'please correct your application',
      greeting: `Good day, ${firstName},`,
    },
    `We looked at your application to ${shortName} and need something from you before we can approve it. You do not have to apply again.`,
    message,
    `Please send again:\n${items.map((item) => `- ${itemLabel(item)}`).join('\n')}`,
    `Open this page and enter your birthday: ${applicationAddress(site, reference)}`,
    `Your reference number is ${showReference(reference)}.`,
  )
}

/** One to each with an address. An address that cannot be mailed must not hold up a hundred others. */
export async function queueApprovalEmails<Person extends NamedApplicant>(
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

import { z } from 'zod'
import { email, required } from '../members/fields.ts'

/** How somebody is called who is no member: on the log, on certificates, in the list. */
/** Signed with an address in brackets: a name that brings its own could pass for somebody else. */
const name = (label: string) =>
  required(label, 100).regex(/^[^@()<>]*$/, `${label} cannot have these characters: @ ( ) < >`)
export const nameFields = { firstName: name('First name'), lastName: name('Last name') }

/** Whoever is invited by email: a person with a name and an address, not a member's account. */
export const invitedSchema = z.object({ ...nameFields, email: email() })
export type InvitedForm = z.infer<typeof invitedSchema>

/** `juan+admin@example.com`: at many providers the mailbox of `juan@example.com`, and another address to this site. */
export function addressBeside(email: string, word: 'admin' | 'observer'): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at).split('+')[0]}+${word}${email.slice(at)}`
}

/** How long the link of an invitation works. */
export const invitationDays = 7

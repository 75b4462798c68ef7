import { z } from 'zod'
import { email, required } from '../members/fields.ts'

/** How somebody is called who is no member: on the log, on certificates, in the list. */
export const nameFields = { firstName: required('First name', 100), lastName: required('Last name', 100) }

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

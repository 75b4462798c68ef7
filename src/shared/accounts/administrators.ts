import { z } from 'zod'
import type { ErrorCode } from '#shared/errors.ts'
import { email, requiredLineRule } from '#shared/members/fields.ts'
import { hasEveryJob, jobs, type Job } from '#shared/permissions.ts'
import { dayMs } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'

/**
 * How people who are not members are named: in the log, on certificates, in lists. Signatures add an address in brackets, so a
 * name with its own brackets could pass for somebody else.
 */
const name = (label: string) =>
  requiredLineRule(label, 100).regex(/^[^@()<>]*$/, `${label} cannot have these characters: @ ( ) < >`)
const nameFields = { firstName: name('First name'), lastName: name('Last name') }

/** A person invited by email, with a name and an address; not a member's account. */
export const invitedSchema = z.object({ ...nameFields, email: email() })
export type InvitedForm = z.infer<typeof invitedSchema>

/** `juan+admin@example.com`: at many providers the same mailbox as `juan@example.com`, but another address for this site. */
export function addressBeside(email: string, word: 'admin' | 'observer'): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at).split('+')[0]}+${word}${email.slice(at)}`
}

export const invitationDays = 7

const jobsField = z
  .array(z.enum(jobs))
  .min(1, 'Please choose at least one job')
  .max(jobs.length)
  .transform((chosen) => jobs.filter((job) => chosen.includes(job)))

export const inviteAdministratorSchema = invitedSchema.extend({ jobs: jobsField })
export type InviteAdministratorForm = z.infer<typeof inviteAdministratorSchema>
export const jobsSchema = z.object({ jobs: jobsField })
export const ownNameSchema = z.object(nameFields)
export type OwnNameForm = z.infer<typeof ownNameSchema>
export const ownEmailSchema = z.object({
  email: email(),
  password: z.string().min(1, 'Please enter your password').max(256),
  /** From the email to the new address, if the site sends emails. */
  code: z.string().trim().min(1, 'Please enter the code').max(20).optional(),
})
/** The code that proves a new address. */
export const addressCode = { digits: 6, minutes: 15 } as const
export type OwnEmailForm = z.infer<typeof ownEmailSchema>

interface Changed {
  jobs: readonly Job[]
  /** Whether they have chosen a password and so can log in. */
  accepted: boolean
}

/**
 * Somebody must always be able to manage the administrators. `others` is how many others have every job and can log in; no jobs
 * left means removed.
 */
export function whyCannotLose(
  { jobs: before, accepted }: Changed,
  left: readonly Job[],
  others: number,
): Extract<ErrorCode, 'administrator-last'> | null {
  const counts = accepted && hasEveryJob(before)
  return counts && !hasEveryJob(left) && others === 0 ? 'administrator-last' : null
}

/** Whether the last invitation's link still works. */
export const invitationOpen = (invitedAt: Instant, now: Instant): boolean => now < invitedAt + invitationDays * dayMs

/** First and last name from a full name; null if it is a single word. */
export function splitFullName(typed: string): { firstName: string; lastName: string } | null {
  const words = typed.trim().split(/\s+/)
  const lastName = words.pop() ?? ''
  const firstName = words.join(' ')
  return firstName === '' || lastName === '' ? null : { firstName, lastName }
}

/** Used as the name until the person gives one: their address, because nobody is called "Site Administrator". */
export const placeholderName = (email: string) => ({ firstName: 'Administrator', lastName: email })

/** Addresses ending like this reach nobody outside a home network: the first start makes one up if `ADMIN_EMAIL` is not set. */
export const isInventedAddress = (email: string): boolean => email.toLowerCase().endsWith('.local')

/** How records name a person who acted for the association. */
export const nameWithEmail = (name: string, email: string | null): string =>
  email === null || name.includes(email) ? name : `${name} (${email})`

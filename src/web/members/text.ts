import { noMailText } from '#web/layout/text.ts'

type NameParts = Record<'firstName' | 'middleName' | 'lastName' | 'suffix', string | null>

/** `MARIA SANTOS DE LA PEÑA JR` */
export function memberName({ firstName, middleName, lastName, suffix }: NameParts): string {
  return [firstName, middleName, lastName, suffix].filter(Boolean).join(' ')
}

interface Reachable {
  email: string | null | undefined
  /** Whether the site sends emails. */
  sendsEmail: boolean
}

/** Said instead of promising an email to somebody who cannot get one; null for everybody else. */
export function noEmailText(who: string, { email, sendsEmail }: Reachable): string | null {
  if (!sendsEmail) return noMailText.tellYourself
  return email ? null : `${who} has no email address: please tell them yourself.`
}

/** Links about an application that has been sent, on pages without the form. */
export const seeApplication = 'See where your application stands'
/** Said of an application that waits. */
export const lookedAtSoon = 'We look at every application within about a week.'
export const appliedAlreadyText = 'Have you already applied?'

export const backToMembers = 'Back to the members'

/** Above a list of people that can be ticked. */
export const tickPageText = (count: number): string => (count === 1 ? 'Tick this one' : `Tick these ${count}`)

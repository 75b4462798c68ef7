import { noMailText } from '#shared/no-mail-text.ts'

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

/** Said where an email would be promised to somebody who cannot get one; null to whoever can. */
export function noEmailText(who: string, { email, sendsEmail }: Reachable): string | null {
  if (!sendsEmail) return noMailText.tellYourself
  return email ? null : `${who} has no email address: please tell them yourself.`
}

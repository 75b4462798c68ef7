import { noMailText } from '#shared/no-mail-text.ts'

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

import { type EmailText, emailText } from '#server/email/queue.ts'

export function testEmail({ shortName }: { shortName: string }): EmailText {
  return emailText(
    { kind: 'test', shortName, subject: 'a test email' },
    `An administrator sent this email from the ${shortName} site, to test whether emails arrive. They do.`,
  )
}

import { paragraphs, type EmailText } from '#server/email/email-text.ts'

export function testEmail({ shortName }: { shortName: string }): EmailText {
  return {
    kind: 'test',
    subject: `${shortName}: a test email`,
    body: paragraphs(
      'Good day,',
      `An administrator sent this email from the ${shortName} site, to see whether emails arrive. They do.`,
      shortName,
    ),
  }
}

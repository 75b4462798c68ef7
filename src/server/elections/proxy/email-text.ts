import { paragraphs, type EmailText } from '#server/email/email-text.ts'

/** Names no choice: nobody but the box knows it. */
export function proxyEmail({
  shortName,
  election,
  authority,
}: {
  shortName: string
  election: string
  authority: string
}): EmailText {
  return {
    kind: 'proxy',
    subject: `${shortName}: a ballot was cast on your behalf`,
    body: paragraphs(
      'Good day,',
      `An administrator cast a ballot on your behalf in ${election}. The authority they stated:`,
      authority,
      'Your vote is now cast, so you can no longer vote yourself. What was chosen is secret and is not in this email.',
      'If you did not ask for this, please tell the association at once.',
      shortName,
    ),
  }
}

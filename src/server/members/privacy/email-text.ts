import { staysAfterErasure, type PrivacyOutcome, type PrivacyRequestKind } from '#shared/members/privacy/privacy.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { paragraphs, type EmailText } from '#server/email/email-text.ts'

const asksFor: Record<PrivacyRequestKind, string> = {
  correction: 'to correct what we hold about you',
  erasure: 'to delete what we hold about you',
}

export function requestArrivedEmail(about: { shortName: string; kind: PrivacyRequestKind; dueAt: Instant }): EmailText {
  return {
    kind: 'privacy request',
    subject: `${about.shortName}: your request has arrived`,
    body: paragraphs(
      'Good day,',
      `You asked us ${asksFor[about.kind]}. An administrator will answer by ${showInstant(about.dueAt)}.`,
      'If this was not you, please tell an administrator of the association at once.',
      about.shortName,
    ),
  }
}

export function requestAnsweredEmail(about: {
  shortName: string
  kind: PrivacyRequestKind
  outcome: PrivacyOutcome
  answer: string
}): EmailText {
  const erased = about.kind === 'erasure' && about.outcome === 'done'
  return {
    kind: 'privacy answer',
    subject: `${about.shortName}: the answer to your request`,
    body: paragraphs(
      'Good day,',
      `You asked us ${asksFor[about.kind]}. ${about.outcome === 'done' ? 'This has been done.' : 'We could not do this.'} The administrator writes:`,
      about.answer,
      erased ? `Your membership has ended, and this is our last email to you. What we keep, and why:` : '',
      erased ? staysAfterErasure.map((line) => `- ${line}`).join('\n') : '',
      about.shortName,
    ),
  }
}

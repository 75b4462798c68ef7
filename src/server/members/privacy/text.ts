import { type EmailText, emailText } from '#server/email/queue.ts'
import { staysAfterErasure, type PrivacyOutcome, type PrivacyRequestKind } from '#shared/members/privacy/privacy.ts'
import { changeName, type ChangeField } from '#shared/members/profile/changes.ts'
import { showInstant, type Instant } from '#shared/time.ts'

interface RequestSubject {
  kind: PrivacyRequestKind
  /** Set for a change. The email leaves out the new value, because others may read it too. */
  field?: ChangeField | null
}

function asksFor({ kind, field }: RequestSubject): string {
  switch (kind) {
    case 'correction':
      return 'to correct what we hold about you'
    case 'erasure':
      return 'to delete what we hold about you'
    case 'change':
      return `to change your ${field ? changeName(field) : 'record'}`
  }
}

export function requestArrivedEmail(about: RequestSubject & { shortName: string; dueAt: Instant }): EmailText {
  return emailText(
    { kind: 'privacy request', shortName: about.shortName, subject: 'we have received your request' },
    `You asked us ${asksFor(about)}. An administrator will answer by ${showInstant(about.dueAt)}.`,
    'If this was not you, please tell an administrator of the association at once.',
  )
}

export function requestAnsweredEmail(
  about: RequestSubject & { shortName: string; outcome: PrivacyOutcome; answer: string },
): EmailText {
  const erased = about.kind === 'erasure' && about.outcome === 'done'
  return emailText(
    { kind: 'privacy answer', shortName: about.shortName, subject: 'the answer to your request' },
    `You asked us ${asksFor(about)}. ${about.outcome === 'done' ? 'This has been done.' : 'We could not do this.'}${about.answer ? ' The administrator writes:' : ''}`,
    about.answer,
    erased ? `Your membership has ended, and this is our last email to you. What we keep, and why:` : '',
    erased ? staysAfterErasure.map((line) => `- ${line}`).join('\n') : '',
  )
}

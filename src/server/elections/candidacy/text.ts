import { type EmailText, emailText } from '#server/email/queue.ts'
import { showInstant, type Instant } from '#shared/time.ts'

/** The link leads to the profile, behind the login: opening an email must not be enough to accept. */
export function nominationEmail(about: {
  shortName: string
  title: string
  votingOpens: Instant
  site: string
}): EmailText {
  const { shortName, title, votingOpens, site } = about
  return emailText(
    { kind: 'nomination', shortName, subject: 'you have been nominated' },
    `You have been nominated in ${title}. Do you accept? Please log in and answer on your profile:`,
    `${site}/profile`,
    `Please answer before voting opens on ${showInstant(votingOpens)}. If you do not answer, your name will not be on the ballot.`,
  )
}

export function statementCorrectedEmail({
  shortName,
  title,
  removed,
  reason,
  mayChange,
  site,
}: {
  shortName: string
  title: string
  removed: boolean
  reason: string
  mayChange: boolean
  site: string
}): EmailText {
  return emailText(
    { kind: 'nomination', shortName, subject: `your statement as a candidate was ${removed ? 'removed' : 'changed'}` },
    `An administrator ${removed ? 'removed' : 'changed'} your statement as a candidate in ${title}. The reason:`,
    reason,
    mayChange ? `You can read it on your profile, and change it there until voting opens: ${site}/profile` : '',
  )
}

/** To whoever nominated them, possibly the nominee. */
export function pendingEmail(about: { shortName: string; title: string; name: string; reason: string }): EmailText {
  const { shortName, title, name, reason } = about
  return emailText(
    { kind: 'nomination', shortName, subject: 'your nomination is pending' },
    `Your nomination of ${name} in ${title} is pending. The name will be on the ballot only if an administrator approves it. The reason:`,
    reason,
  )
}

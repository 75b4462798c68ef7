import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import {
  administrators,
  emails,
  memberNotes,
  oneTimeCodes,
  passkeys,
  sessions,
  users,
  viewers,
} from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { heldDues } from '#server/members/dues/queries.ts'
import { mailingsTo } from '#server/members/mailing/queries.ts'
import { picturePathNames } from '#server/members/record-columns.ts'
import { mustExist } from '#shared/errors.ts'
import type { MailingOutcome } from '#shared/members/mailing/mailing.ts'
import { heldFileName } from '#shared/members/privacy/privacy.ts'
import { without } from '#shared/objects.ts'
import type { Instant } from '#shared/time.ts'
import { electionsOf } from './held-elections.ts'
import { type HeldFile, heldFiles } from './held-files.ts'
import { logAbout, openingsOf } from './member-log.ts'
import { requestsOf } from './queries.ts'

// Everything except derived columns and file paths: a column added later is included too.
const heldColumns = without(getTableColumns(users), [
  ...picturePathNames,
  'fullName',
  'erasedAt',
  'isObserver',
  'formerAdmin',
  'duesPaidUntil',
])

/** Everything stored about a person, in groups a person would look for. Nobody else is in it. */
export async function heldData(db: Queryable, memberId: string, files: readonly HeldFile[], now: Instant) {
  const [row] = await db.select(heldColumns).from(users).where(eq(users.id, memberId))
  if (!row) return null
  const { idNumber, approved, approvedAt, withdrawnAt, isAdmin, cardToken, createdAt, updatedAt, ...rest } = row
  const { applicationReference, returnedAt, correctedAt, returnItems, returnMessage, ...record } = rest
  const { privacyNoticeVersion, privacyNoticeAcceptedAt, healthConsentAt, ...others } = record
  const { ownPassword, twoFactorEnabled, twoFactorName, emailVerified, ...reachable } = others
  const { unsubscribedAt, emailRefusedAt, ...profile } = reachable
  const dues = await heldDues(db, memberId)
  return {
    profile,
    membership: {
      idNumber,
      approved,
      approvedAt,
      withdrawnAt,
      administrator: isAdmin,
      asAdministrator: await workOf(db, memberId),
      mayOpenProfilesSince: await viewerSince(db, memberId),
      codeOnTheCard: cardToken,
      appliedAt: createdAt,
      application: {
        reference: applicationReference,
        returnedAt,
        correctedAt,
        askedFor: returnItems,
        asked: returnMessage,
      },
      lastChangedAt: updatedAt,
    },
    consent: {
      privacyNotice: { version: privacyNoticeVersion, acceptedAt: privacyNoticeAcceptedAt },
      bloodTypeOnCard: { allowedSince: healthConsentAt },
    },
    account: {
      passwordOfYourOwn: ownPassword,
      twoStepLogin: twoFactorEnabled,
      twoStepDevice: twoFactorName,
      emailVerified,
      emailAddressRefusedAt: emailRefusedAt,
      noEmailsToMembersSince: unsubscribedAt,
      oneTimeCode: await codeOf(db, memberId),
      passkeys: await passkeysOf(db, memberId),
      sessions: await sessionsOf(db, memberId),
    },
    files: files.map(({ name, kind, paid, originalName, size, sha256, receivedAt }) => ({
      file: name,
      what: heldFileName(kind, paid),
      nameWhenSent: originalName,
      bytes: size,
      sha256,
      receivedAt,
    })),
    privacyRequests: (await requestsOf(db, memberId, now)).map(
      ({ kind, field, value, details, askedAt, dueAt, outcome, answer, answeredAt }) => ({
        kind,
        ...(field && { field, newValue: value }),
        details,
        askedAt,
        dueAt,
        outcome,
        answer,
        answeredAt,
      }),
    ),
    notes: await notesAbout(db, memberId),
    ...(dues && { dues }),
    elections: await electionsOf(db, memberId, files),
    log: await logAbout(db, memberId, files),
    emailsToMembers: (await mailingsTo(db, memberId)).map(({ subject, at, outcome, outcomeAt, stopped }) => ({
      subject,
      writtenAt: at,
      outcome: outcomeText[outcome ?? (stopped ? 'stopped' : 'waiting')],
      outcomeAt,
    })),
    emailsWaiting: profile.email ? await emailsTo(db, profile.email) : [],
  }
}

/** What administrators wrote about the person; their names are left out, as everywhere here. */
const notesAbout = (db: Queryable, memberId: string) =>
  db
    .select({ writtenAt: memberNotes.writtenAt, text: memberNotes.text })
    .from(memberNotes)
    .where(eq(memberNotes.memberId, memberId))
    .orderBy(desc(memberNotes.writtenAt))

async function viewerSince(db: Queryable, userId: string) {
  const [found] = await db.select({ since: viewers.addedAt }).from(viewers).where(eq(viewers.userId, userId))
  return found?.since ?? null
}

/** For people who are or were administrators. */
async function workOf(db: Queryable, userId: string) {
  const [found] = await db
    .select({
      jobs: administrators.jobs,
      since: administrators.invitedAt,
      lastLoginAt: administrators.lastLoginAt,
      removedAt: administrators.removedAt,
      formerEmail: administrators.formerEmail,
    })
    .from(administrators)
    .where(eq(administrators.userId, userId))
  return found ?? null
}

async function codeOf(db: Queryable, userId: string) {
  const [code] = await db
    .select({ givenAt: oneTimeCodes.createdAt, expiresAt: oneTimeCodes.expiresAt })
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.userId, userId))
  return code ?? null
}

const passkeysOf = (db: Queryable, userId: string) =>
  db
    .select({ name: passkeys.name, madeAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt))

const sessionsOf = (db: Queryable, userId: string) =>
  db
    .select({
      began: sessions.createdAt,
      lastRenewed: sessions.updatedAt,
      expires: sessions.expiresAt,
      device: sessions.device,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))

/** Subjects only: an email may contain a login link. */
const emailsTo = (db: Queryable, email: string) =>
  db
    .select({
      subject: emails.subject,
      waitingSince: emails.createdAt,
      tries: emails.attempts,
      givenUpAt: emails.failedAt,
    })
    .from(emails)
    .where(eq(sql`lower(${emails.to})`, email))
    .orderBy(desc(emails.createdAt))

/** The outcome of an email, for the member’s own data. */
const outcomeText: Record<MailingOutcome | 'waiting' | 'stopped', string> = {
  sent: 'sent',
  failed: 'could not be sent',
  refused: 'refused by the mail server of your address',
  'left out': 'not sent to you',
  unsure: 'may have arrived: the site was interrupted while it was being sent',
  waiting: 'not sent yet',
  stopped: 'not sent, because it was stopped',
}

/** As many as the page shows; the download has them all. */
const openingsShown = 50

/** What the page "My data" shows before a download. */
export async function overviewOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, memberId: string) {
  const [row] = await db
    .select({
      version: users.privacyNoticeVersion,
      acceptedAt: users.privacyNoticeAcceptedAt,
      bloodTypeSince: users.healthConsentAt,
    })
    .from(users)
    .where(eq(users.id, memberId))
  const consent = mustExist(row, 'user-not-found')
  const files = await heldFiles(db, memberId)
  return {
    consent,
    files: files.map(({ id, kind, paid, size, receivedAt }) => ({
      id,
      kind,
      paid,
      size,
      receivedAt: clock.shownFor(receivedAt),
    })),
    openings: await openingsOf(db, memberId, files, openingsShown),
  }
}

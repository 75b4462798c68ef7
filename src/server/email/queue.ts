import { sql } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Queryable, PgClient } from '#server/db/database.ts'
import { emails, type emailKinds } from '#server/db/schema/operations.ts'
import { sealValue, unsealValue } from '#server/signed-values.ts'
import { AppError } from '#shared/errors.ts'
import { isOneAddress } from './address.ts'

export interface Email {
  to: string
  kind: (typeof emailKinds)[number]
  /** Only for emails to voters. */
  electionId?: string
  subject: string
  body: string
  /** The same text with clickable links. */
  html?: string
}

const isOneLine = (subject: string) => !/\p{Cc}/u.test(subject)

/** Call this in the transaction of the act, so that the email is sent exactly if the act happened. */
export async function queueEmail(tx: Queryable, { to, kind, electionId, subject, body, html }: Email): Promise<void> {
  if (!isOneAddress(to) || !isOneLine(subject)) throw new AppError('invalid-input')
  await tx.insert(emails).values({ to, kind, electionId, subject, body, html })
}

/**
 * Queues the same email for each person separately, so that nobody sees the other recipients: one statement for any
 * number. Returns how many were queued. Skips an invalid address, so that it does not hold up the others.
 */
export async function queueEmailToEach(
  tx: Queryable,
  people: readonly string[],
  { kind, electionId, subject, body }: Omit<Email, 'to'>,
): Promise<number> {
  if (!isOneLine(subject)) throw new AppError('invalid-input')
  const addresses = people.filter(isOneAddress)
  if (addresses.length === 0) return 0
  await tx.execute(sql`
    insert into emails ("to", kind, election_id, subject, body)
    select address, ${kind}, ${electionId ?? null}::uuid, ${subject}, ${body} from unnest(${sql.param(addresses)}::text[]) as address`)
  return addresses.length
}

/** Counts emails of any kind that were never tried, up to `limit`. */
export async function countUnsent(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.execute<{ emails: number }>(
    sql`select count(*) as emails from (select from emails where attempts = 0 limit ${limit}) unsent`,
  )
  return rows[0]?.emails ?? 0
}

/** Emails are sent in order, so a password link waits behind at most this many. */
export const mostUnsent = 500

export type EmailText = Pick<Email, 'kind' | 'subject' | 'body'>

const placeOf = (to: string) => `email to ${to}`

/**
 * A login link in the queue, encrypted for this address: somebody who reads the database cannot use it, nor somebody
 * who changes the address there.
 */
export const sealedLink = (siteKey: string, to: string, link: string): string =>
  `⟦${sealValue(siteKey, placeOf(to), link)}⟧`

/** Returns the text to send. Throws if a link was encrypted for another address. */
export const openLinks = <Mail extends Pick<Email, 'to' | 'body'>>(siteKey: string, mail: Mail): Mail => ({
  ...mail,
  body: mail.body.replaceAll(/⟦([^⟧]+)⟧/g, (_whole, sealed: string) => unsealValue(siteKey, placeOf(mail.to), sealed)),
})

export const hasSealedLink = sql`body like '%⟦%'`

/** Joins texts with empty lines; leaves out empty ones. */
export const paragraphs = (...texts: string[]): string => `${texts.filter(Boolean).join('\n\n')}\n`

/** Adds the association's name before the subject and below the text, and a greeting above it. */
export const emailText = (
  {
    kind,
    shortName,
    subject,
    greeting = 'Good day,',
  }: { kind: EmailText['kind']; shortName: string; subject: string; greeting?: string },
  ...texts: string[]
): EmailText => ({ kind, subject: `${shortName}: ${subject}`, body: paragraphs(greeting, ...texts, shortName) })

/**
 * Whether emails are really sent. Without a mail server they stay in the server's outbox folder and reach nobody; in
 * development, tests and demonstrations that is intended.
 */
export const hasMailServer = ({ production, smtpUrl }: Pick<Config, 'production' | 'smtpUrl'>): boolean =>
  !production || smtpUrl !== undefined

/** How long an email may wait in the queue before something is wrong. */
const longestWait = `interval '1 hour'`

/**
 * Whether emails reach people now: there is a mail server, and it accepts them. If one domain accepts nothing, that
 * domain has a problem; if two do, we have one. Unknown addresses never count.
 */
export async function emailsLeave({
  pool,
  config,
}: {
  pool: PgClient
  config: Pick<Config, 'production' | 'smtpUrl'>
}): Promise<boolean> {
  if (!hasMailServer(config)) return false
  const { rows } = await pool.query<{ domains: number }>(
    `select count(distinct lower(split_part("to", '@', 2)))::int as domains from emails
     where failed_at is null and attempts > 0 and created_at < now() - ${longestWait}
       and not exists (select from users where email = lower("to") and email_refused_at is not null)`,
  )
  return (rows[0]?.domains ?? 0) < 2
}

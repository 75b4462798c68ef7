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
  /** For emails to voters. */
  electionId?: string
  subject: string
  body: string
  /** The same with links to press. */
  html?: string
}

const isOneLine = (subject: string) => !/\p{Cc}/u.test(subject)

/** Written with the act that causes it, so that an email goes out exactly when the act came true. */
export async function queueEmail(tx: Queryable, { to, kind, electionId, subject, body, html }: Email): Promise<void> {
  if (!isOneAddress(to) || !isOneLine(subject)) throw new AppError('invalid-input')
  await tx.insert(emails).values({ to, kind, electionId, subject, body, html })
}

/**
 * The same email to each of these people, sent singly, so that nobody sees who else got it: one statement, however many.
 * Returns how many. An address that no email can be sent to is passed over: it must not keep the others waiting.
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

/** Emails of any kind that nobody has tried to send yet, counted up to `limit`. */
export async function countUnsent(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.execute<{ emails: number }>(
    sql`select count(*) as emails from (select from emails where attempts = 0 limit ${limit}) unsent`,
  )
  return rows[0]?.emails ?? 0
}

/** Emails leave in the order they were written: a new password that somebody asks for stands behind no more than these. */
export const mostUnsent = 500

export type EmailText = Pick<Email, 'kind' | 'subject' | 'body'>

const placeOf = (to: string) => `email to ${to}`

/**
 * A link that lets somebody in, as it lies in the queue: sealed for this address, so that it is read by whoever gets the email
 * and not by whoever reads the database, or changes the address there.
 */
export const sealedLink = (siteKey: string, to: string, link: string): string =>
  `⟦${sealValue(siteKey, placeOf(to), link)}⟧`

/** The text as it is sent. Throws where what was sealed is not for this address. */
export const openLinks = <Mail extends Pick<Email, 'to' | 'body'>>(siteKey: string, mail: Mail): Mail => ({
  ...mail,
  body: mail.body.replaceAll(/⟦([^⟧]+)⟧/g, (_whole, sealed: string) => unsealValue(siteKey, placeOf(mail.to), sealed)),
})

/** In SQL, an email in which a link is sealed. */
export const hasSealedLink = sql`body like '%⟦%'`

/** Each set apart by an empty line; what is empty is left out. */
export const paragraphs = (...texts: string[]): string => `${texts.filter(Boolean).join('\n\n')}\n`

/** In the association's frame: its name goes before the subject and below the text, which begins with a greeting. */
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
 * Whether emails go out at all. Without a mail server they lie in the outbox folder of the server and reach nobody; in
 * development, in tests and in a demonstration that is where they are meant to go.
 */
export const hasMailServer = ({ production, smtpUrl }: Pick<Config, 'production' | 'smtpUrl'>): boolean =>
  !production || smtpUrl !== undefined

/** So long an email may wait for its turn without anything being wrong. */
const longestWait = `interval '1 hour'`

/**
 * Whether emails reach people now: there is a mail server, and it takes them. One domain that takes nothing is its own trouble; two
 * are ours. Addresses that do not exist are nobody's trouble, however many.
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

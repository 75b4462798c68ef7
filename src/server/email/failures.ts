import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema/members.ts'

/** Added to errors of `send`: the server received all or part of the email but never replied, so nobody knows. */
export interface SendError {
  mayHaveArrived?: boolean
}

/** What a failure means: for the address, for this email, and for other emails. */
interface Failure {
  /** The mail server responsible for the address says that there is no such mailbox. */
  addressRefused: boolean
  /** The server looked at this email, so the attempt counts. */
  aboutThisEmail: boolean
  /** Other emails would fail now too. */
  serverTakesNothing: boolean
  /** The connection broke while the server had the email, so a retry may deliver it twice. */
  mayHaveArrived: boolean
}

interface SmtpError extends SendError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** `5.1.1 no such user`, `5.1.10 null MX`, `5.2.1 mailbox disabled`: the mailbox codes of RFC 3463. */
const noSuchMailbox = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/
/** Servers without such codes also refuse senders this way; only the text shows the difference. */
const aboutSender = /relay|spam|block|policy|denied|auth|quota|limit|reputation|blacklist|listed/i

export function sendFailureOf(error: unknown): Failure {
  const { command, responseCode = 0, response = '', mayHaveArrived = false } = error as SmtpError
  const toRecipient = command === 'RCPT TO'
  const aboutThisEmail = (toRecipient || command === 'DATA') && responseCode !== 421
  const code = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const isPermanent = responseCode >= 500
  const addressRefused =
    toRecipient &&
    isPermanent &&
    (code === undefined
      ? [550, 551, 553].includes(responseCode) && !aboutSender.test(response)
      : noSuchMailbox.test(code))
  // "Too many at once" comes as a reply to one recipient, but means all.
  const isBusy = !isPermanent && toRecipient && !/^4\.[57]\./.test(code ?? '')
  const aboutMailbox = (code ?? '').startsWith('5.2.')
  const serverTakesNothing = !addressRefused && !(aboutThisEmail && (isBusy || aboutMailbox))
  return { addressRefused, aboutThisEmail, serverTakesNothing, mayHaveArrived }
}

/** Mail servers quote the recipient in their replies, so only the codes are stored. */
export function describeFailure(error: unknown): string {
  const { code, responseCode } = error as SmtpError
  return [code ?? 'unknown', responseCode].filter(Boolean).join(' ')
}

/**
 * For the operator at the terminal, who sees their own address and no member's: the mail server's reply, or that there
 * was none.
 */
export function explainFailure(error: unknown, smtpUrl: string): string {
  const { code, syscall, response, message } = error as SmtpError & NodeJS.ErrnoException
  const wasReached =
    response !== undefined ||
    !(code === 'ETIMEDOUT' || code === 'EDNS' || syscall === 'connect' || syscall === 'getaddrinfo')
  const { hostname, port } = new URL(smtpUrl)
  if (!wasReached) return `Nothing replies at ${hostname}${port && `:${port}`} (SMTP_URL).`
  return `The mail server refused: ${(response ?? message).slice(0, 300)}`
}

/** Matches whoever has this address now; it no longer belongs to a person who changed theirs. */
const hasAddress = (address: string) => eq(users.email, address.toLowerCase())

/** The key in `installation` for how many people's addresses were refused since an email was last accepted. */
const inARow = 'addresses refused in a row'

/** This many people in a row do not all have wrong addresses: the server refuses this site in those words. */
const everybodyAfter = 10

/**
 * Marks an address that a mail server does not know, and returns null. If the server has refused everybody since it
 * last accepted an email, returns since when; then it marks nobody and removes the marks of this run. An email that is
 * retried counts its person once. The run starts a minute early, because two senders may have started it together.
 */
export async function noteRefused(db: Queryable, address: string): Promise<string | null> {
  const { rows } = await db.execute<{ people: number; since: string }>(sql`
    with person as (select id from users where ${hasAddress(address)} and email_refused_at is null),
    run as (
      insert into installation (key, value)
      select ${inARow}, json_build_object('people', count(*), 'since', now() - interval '1 minute')::text from person
      on conflict (key) do update set value = json_build_object(
        'people', (installation.value::json ->> 'people')::int + (excluded.value::json ->> 'people')::int,
        'since', installation.value::json ->> 'since')::text
      returning (value::json ->> 'people')::int as people, value::json ->> 'since' as since
    ),
    changed as (
      update users set email_refused_at = case when run.people < ${everybodyAfter} then now() end from run
      where case when run.people < ${everybodyAfter} then users.id in (select id from person)
        else users.email_refused_at >= run.since::timestamptz end
    )
    select people, since from run`)
  const [run] = rows
  return run && run.people >= everybodyAfter ? run.since : null
}

/** The key in `installation` for whether an email was ever sent. */
export const sentAnyKey = 'an email was sent'

/** Run after the mail server accepted an email: later refusals concern the recipient's own address. */
export const noteSent = sql`run as (delete from installation where key = ${inARow}),
  sent as (insert into installation (key, value) values (${sentAnyKey}, '') on conflict do nothing)`

/** Removes the mark: the address exists after all. */
export async function noteAccepted(db: Queryable, address: string): Promise<void> {
  await db.execute(sql`with ${noteSent} select`)
  await db
    .update(users)
    .set({ emailRefusedAt: null })
    .where(and(hasAddress(address), isNotNull(users.emailRefusedAt)))
}

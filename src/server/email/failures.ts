import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema/members.ts'

/** Of an error of `send`: the mail server had the whole email or a part of it and never replied, so nobody can know. */
export interface SendError {
  mayHaveArrived?: boolean
}

/** What a failed try says: about the address, about this one email, or about the mail server alone. */
export interface Failure {
  /** There is no such mailbox, said by a mail server that should know. */
  addressRefused: boolean
  /** The server has looked at this email, so the try counts against it. */
  aboutThisEmail: boolean
  /** Other emails would fare no better now. */
  serverTakesNothing: boolean
  /** The connection broke while the server had it: sent again, it may come twice. */
  mayHaveArrived: boolean
}

interface SmtpError extends SendError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** `5.1.1 no such user`, `5.1.10 null MX`, `5.2.1 mailbox disabled`: of the codes of RFC 3463 those about a mailbox. */
const noSuchMailbox = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/
/** A server without such codes also refuses senders this way: its own words have to tell. */
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
  // Too many at once is said to one recipient and meant for all.
  const isBusy = !isPermanent && toRecipient && !/^4\.[57]\./.test(code ?? '')
  const aboutMailbox = (code ?? '').startsWith('5.2.')
  const serverTakesNothing = !addressRefused && !(aboutThisEmail && (isBusy || aboutMailbox))
  return { addressRefused, aboutThisEmail, serverTakesNothing, mayHaveArrived }
}

/** Mail servers quote the recipient in their answers, so only the codes are kept. */
export function describeFailure(error: unknown): string {
  const { code, responseCode } = error as SmtpError
  return [code ?? 'unknown', responseCode].filter(Boolean).join(' ')
}

/** For the person at the server's keyboard, who sees their own address there and no member's: what the mail server said, or that nobody did. */
export function explainFailure(error: unknown, smtpUrl: string): string {
  const { code, syscall, response, message } = error as SmtpError & NodeJS.ErrnoException
  const wasReached =
    response !== undefined ||
    !(code === 'ETIMEDOUT' || code === 'EDNS' || syscall === 'connect' || syscall === 'getaddrinfo')
  const { hostname, port } = new URL(smtpUrl)
  if (!wasReached) return `Nothing replies at ${hostname}${port && `:${port}`} (SMTP_URL).`
  return `The mail server refused: ${(response ?? message).slice(0, 300)}`
}

/** Whoever has this address at this moment: one that was changed since is somebody's no more. */
const hasAddress = (address: string) => eq(users.email, address.toLowerCase())

/** The fact in `installation` that holds how many people's addresses were refused since an email was last taken. */
const inARow = 'addresses refused in a row'

/** So many people in a row do not have a wrong address: the mail server takes nothing from this site, and puts it that way. */
const everybodyAfter = 10

/**
 * Marks an address that a mail server does not know. Returns null, or, when the server has refused everybody since an email was
 * last taken, since when: then nobody is marked, and whom this run had marked no longer is. An email that is tried again and again
 * is about one person, who is counted once. The run begins a minute early, for two senders may have begun it together.
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

/** The fact in `installation` that an email was ever sent. */
export const sentAnyKey = 'an email was sent'

/** For when the mail server has taken an email: whoever it refuses from then on is refused for their own address. */
export const noteSent = sql`run as (delete from installation where key = ${inARow}),
  sent as (insert into installation (key, value) values (${sentAnyKey}, '') on conflict do nothing)`

/** It exists after all. */
export async function noteAccepted(db: Queryable, address: string): Promise<void> {
  await db.execute(sql`with ${noteSent} select`)
  await db
    .update(users)
    .set({ emailRefusedAt: null })
    .where(and(hasAddress(address), isNotNull(users.emailRefusedAt)))
}

import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { and, asc, eq, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import type { PluginFunction } from 'nodemailer/lib/mailer/index.js'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { emails } from '#server/db/schema/operations.ts'
import { nullIfMissing } from '#server/durable-files.ts'
import type { Log } from '#server/log.ts'
import { dayMs, type Instant, minuteMs, hourMs } from '#shared/time.ts'
import { describeFailure, sendFailureOf, noteAccepted, noteRefused, type SendError } from './failures.ts'
import type { Email } from './queue.ts'

const longestWaitMs = 6 * hourMs
export const mostAttempts = 20
/** Well above the transport's own timeouts. */
export const longestSendMs = 5 * minuteMs
const sendersAtOnce = 2

/** Waits 1, 2, 4 ... minutes, then 6 hours each: about three days in total. */
export function waitAfter(attempts: number): number {
  return Math.min(longestWaitMs, minuteMs * 2 ** (attempts - 1))
}

/** An email that no other sender takes for now, with callbacks for the outcome. */
interface TakenEmail {
  email: OutgoingEmail
  sent(): Promise<void>
  failed(error: unknown): Promise<void>
}

/** Takes the next due email; returns null if there is none. */
export type EmailSource = () => Promise<TakenEmail | null>

interface EmailDeps {
  db: Database
  log: Log
  transport: EmailTransport
  /** Used when the queue is empty: emails that are not about the recipient's own account come last. */
  lowPriorityEmails?: EmailSource
}

/** Sends at most `limit` due emails and returns how many it handled. */
export async function sendDueEmails(deps: EmailDeps, limit: number, signal?: AbortSignal): Promise<number> {
  const { db, log, transport, lowPriorityEmails = async () => null } = deps
  const queue = queuedEmails(db, log)
  let begun = 0
  let handled = 0
  const sender = async () => {
    while (!signal?.aborted && begun++ < limit) {
      // Look in the queue first, every time: a login code overtakes ten thousand mailings.
      const taken = (await queue()) ?? (await lowPriorityEmails())
      if (!taken) return
      await send(transport, taken)
      handled += 1
    }
  }
  const senders = await Promise.allSettled(Array.from({ length: sendersAtOnce }, sender))
  const failed = senders.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return handled
}

async function send(transport: EmailTransport, { email, sent, failed }: TakenEmail): Promise<void> {
  try {
    await transport.send(email)
  } catch (error) {
    return failed(error)
  }
  await sent()
}

function queuedEmails(db: Database, log: Log): EmailSource {
  return async () => {
    const mail = await takeOne(db)
    if (!mail) return null
    const { id, attempts, to } = mail
    const thisOne = eq(emails.id, id)
    return {
      email: mail,
      async sent() {
        await db.delete(emails).where(thisOne)
        await noteAccepted(db, to)
      },
      async failed(error) {
        const reason = describeFailure(error)
        if (sendFailureOf(error).addressRefused) await noteRefused(db, to)
        if (attempts < mostAttempts) {
          log.warn({ mail: id, attempts, reason }, 'an email could not be sent and will be tried again')
          await db
            .update(emails)
            .set({ nextTryAt: msFromNow(waitAfter(attempts)), lastError: reason })
            .where(thisOne)
          return
        }
        log.error({ mail: id, attempts, reason }, 'an email could not be sent and is given up')
        await db
          .update(emails)
          .set({ ...givenUp, lastError: reason })
          .where(thisOne)
      },
    }
  }
}

/**
 * Takes an email for as long as sending can last, so that no second sender takes it, and no database connection waits
 * for a mail server. If this process dies, the email becomes due again: it may arrive twice, but is never lost.
 */
async function takeOne(db: Database) {
  const next = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(isNull(emails.failedAt), lte(emails.nextTryAt, sql`clock_timestamp()`)))
    .orderBy(asc(emails.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, nextTryAt: msFromNow(longestSendMs) })
    .where(eq(emails.id, sql`(${next})`))
    .returning()
  return mail
}

/** For an email to a voter, stores only the day: the hour would reveal when they voted. */
const day = (column: SQL) =>
  sql<Instant>`case when ${emails.electionId} is null then ${column} else date_trunc('day', ${column}) end`
const givenUp = {
  failedAt: day(sql`now()`),
  nextTryAt: day(sql`now()`),
  createdAt: day(sql`${emails.createdAt}`),
}

export const msFromNow = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

interface OutgoingEmail extends Pick<Email, 'to' | 'subject' | 'body'> {
  id: string
  createdAt: Instant
  html?: string | null
  replyTo?: string
  headers?: Record<string, string>
  attachments?: Attachment[]
}

/** Used for one round of sending; loads and connects nothing before the first email. */
export interface EmailTransport {
  /** Resolves once another server (or the outbox) is responsible for the email. */
  send(mail: OutgoingEmail): Promise<void>
  close(): void
}

interface VerifiedTransport extends EmailTransport {
  /** Connects and logs in without sending anything. */
  verify(): Promise<void>
}

type EmailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>

/** `onReply` gets the mail server's reply code to each email. */
export function createTransport(
  config: EmailConfig,
  onReply: (code: string) => void = () => undefined,
): VerifiedTransport {
  const { hostname } = new URL(config.publicUrl)
  const from = config.mailFrom ?? `no-reply@${hostname}`
  const message = ({ id, to, subject, body, createdAt, html, replyTo, headers, attachments }: OutgoingEmail) => ({
    from,
    // As an object this is always one recipient, whatever the text contains.
    to: { name: '', address: to },
    subject,
    text: body,
    ...(html && { html }),
    ...(replyTo && { replyTo }),
    ...(attachments && { attachments }),
    date: new Date(createdAt),
    // The same at every attempt, so that duplicates after a crash can be recognised.
    messageId: `<${id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return config.smtpUrl ? smtp(config.smtpUrl, message, onReply) : outbox(join(config.dataDir, 'outbox'), message)
}

type ToMessage = (mail: OutgoingEmail) => object

function smtp(url: string, message: ToMessage, onReply: (code: string) => void): VerifiedTransport {
  let connected: Promise<Transporter> | undefined
  const connect = async () => {
    const { createTransport: create } = await import('nodemailer')
    const transporter = create({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: minuteMs,
    })
    transporter.use('stream', keepStream)
    return transporter
  }
  return {
    async send(mail) {
      const transporter = await (connected ??= connect())
      const progress: Progress = {}
      try {
        const { response } = await transporter.sendMail({ ...message(mail), progress } as object)
        onReply(String(response).slice(0, 3))
      } catch (error) {
        const hasReply = (error as { responseCode?: number }).responseCode !== undefined
        throw Object.assign(error as Error, {
          mayHaveArrived: !hasReply && progress.body?.readableDidRead === true,
        } satisfies SendError)
      }
    },
    verify: async () => void (await (await (connected ??= connect())).verify()),
    close: () =>
      void connected?.then(
        (transporter) => transporter.close(),
        () => undefined,
      ),
  }
}

/** How far an email got: its `body` is read only after the server has agreed to receive it. */
interface Progress {
  body?: Readable
}

/** A nodemailer plugin that remembers the stream from which the connection reads the email. */
const keepStream: PluginFunction = ({ data, message }, done) => {
  const { progress } = data as { progress?: Progress }
  const create = message.createReadStream.bind(message)
  message.createReadStream = () => {
    const body = create()
    if (progress) progress.body = body
    return body
  }
  done()
}

/** Without a mail server, writes emails into a folder, for the operator to read or forward. */
function outbox(folder: string, message: ToMessage): VerifiedTransport {
  return {
    async send(mail) {
      const { createTransport: create } = await import('nodemailer')
      const { message: email } = await create({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
        message(mail),
      )
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date(mail.createdAt).toISOString().replaceAll(':', '-')}-${mail.id}.eml`
      await writeFile(join(folder, `.${name}`), email as Buffer, { mode: 0o600, flush: true })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    verify: async () => undefined,
    close: () => undefined,
  }
}

const longestMs = 30 * dayMs
/** File names in the outbox; a leading dot means that the file was not completely written. */
const emailName = /^\.?\d{4}-\d{2}-\d{2}T[\d.-]+Z-[0-9a-f-]{36}\.eml$/

/**
 * Emails name people and contain links and codes, so the outbox must not become an archive. Deletes only what the site
 * wrote there, even if a mail server was set up since. `now` is the machine's time, which dates files.
 */
export async function sweepOutbox(dataDir: string, now: number): Promise<void> {
  const folder = join(dataDir, 'outbox')
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    const path = join(folder, name)
    if (emailName.test(name) && (await lstat(path)).mtimeMs < now - longestMs) await rm(path)
  }
}

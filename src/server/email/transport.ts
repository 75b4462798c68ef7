import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import type { Instant } from '#shared/time.ts'
import type { Config } from '#server/config.ts'
import { nullIfMissing } from '#server/durable-files.ts'
import type { Email } from './queue.ts'

export interface OutgoingEmail extends Pick<Email, 'to' | 'subject' | 'body'> {
  id: string
  createdAt: Instant
  html?: string | null
  replyTo?: string
  headers?: Record<string, string>
}

/** Good for one round of sending; nothing is loaded or connected before the first email. */
export interface EmailTransport {
  /** Resolves once somebody else is responsible for the email. */
  send(mail: OutgoingEmail): Promise<void>
  close(): void
}

/** Of an error of `send`: the mail server had the whole email or a part of it and never replied, so nobody can know. */
export interface SendError {
  mayHaveArrived?: boolean
}

type EmailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>

/** `heard` is told the mail server's reply code to each email. */
export function createTransport(config: EmailConfig, heard: (code: string) => void = () => undefined): EmailTransport {
  const { hostname } = new URL(config.publicUrl)
  const from = config.mailFrom ?? `no-reply@${hostname}`
  const message = ({ id, to, subject, body, createdAt, html, replyTo, headers }: OutgoingEmail) => ({
    from,
    // As an object it is one recipient, whatever the text looks like.
    to: { name: '', address: to },
    subject,
    text: body,
    ...(html && { html }),
    ...(replyTo && { replyTo }),
    date: new Date(createdAt),
    // The same at every try, so that an email sent twice by a crash can be recognised as one.
    messageId: `<${id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return config.smtpUrl ? smtp(config.smtpUrl, message, heard) : outbox(join(config.dataDir, 'outbox'), message)
}

type ToMessage = (mail: OutgoingEmail) => object

function smtp(url: string, message: ToMessage, heard: (code: string) => void): EmailTransport {
  let connected: Promise<Transporter> | undefined
  const connect = async () => {
    const { createTransport: create } = await import('nodemailer')
    const transporter = create({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
    })
    transporter.use('stream', (mail, done) => keepStream(mail as unknown as Compiled, done))
    return transporter
  }
  return {
    async send(mail) {
      const transporter = await (connected ??= connect())
      const progress: Progress = {}
      try {
        const { response } = await transporter.sendMail({ ...message(mail), progress } as object)
        heard(String(response).slice(0, 3))
      } catch (error) {
        const hasReply = (error as { responseCode?: number }).responseCode !== undefined
        throw Object.assign(error as Error, {
          mayHaveArrived: !hasReply && progress.body?.readableDidRead === true,
        } satisfies SendError)
      }
    },
    close: () =>
      void connected?.then(
        (transporter) => transporter.close(),
        () => undefined,
      ),
  }
}

/** How far an email has come: its `body` is read once the server has said that it wants it. */
interface Progress {
  body?: Readable
}

interface Compiled {
  data: { progress?: Progress }
  message: { createReadStream(): Readable }
}

/** A step of nodemailer's: keeps the stream from which a connection reads the email. */
function keepStream({ data: { progress }, message }: Compiled, done: () => void): void {
  const create = message.createReadStream.bind(message)
  message.createReadStream = () => {
    const body = create()
    if (progress) progress.body = body
    return body
  }
  done()
}

/** Without a mail server the emails lie in a folder, for the person who hosts the site to read or forward. */
function outbox(folder: string, message: ToMessage): EmailTransport {
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
    close: () => undefined,
  }
}

const longestMs = 30 * 24 * 60 * 60_000
/** As the outbox names emails; with a dot before it, one whose writing was cut short. */
const emailName = /^\.?\d{4}-\d{2}-\d{2}T[\d.-]+Z-[0-9a-f-]{36}\.eml$/

/**
 * Emails name people and hold links and codes. In the outbox they lie to be read or forwarded, not to be kept. Only what the
 * site wrote there goes, also when a mail server was set since; `now` is the machine's time, by which files are dated.
 */
export async function sweepOutbox(dataDir: string, now: number): Promise<void> {
  const folder = join(dataDir, 'outbox')
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    const path = join(folder, name)
    if (emailName.test(name) && (await lstat(path)).mtimeMs < now - longestMs) await rm(path)
  }
}

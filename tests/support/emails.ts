import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** The emails to somebody that lie in a site's outbox, the oldest first, as they read once their encoding is undone. */
export async function emailsTo(dataDir: string, email: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  // One that begins with a dot is still being written.
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => /^[^.].*\.eml$/.test(name))
  const messages = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  return messages
    .filter((message) => message.includes(email))
    .map((message) => message.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}

export interface ReceivedEmail {
  to: string
  raw: string
  messageId: string
}

export interface MailServer {
  url: string
  /** In the order in which they were taken. */
  received: ReceivedEmail[]
  /** An address it does not know, or will not talk about now: the reply to `RCPT TO`. */
  refuse: (address: string) => string | undefined
  /** Waited for before an email is taken. */
  hold: (address: string) => Promise<void> | void
  /** Whether it hangs up instead of replying, once it has taken responsibility for an email. */
  hangUp: (address: string) => boolean
  /** Called the moment it has taken responsibility for an email. */
  taken: (address: string) => void
  close(): Promise<void>
}

/** A real mail server, on a free port, which keeps what it takes. */
export async function startMailServer({ port = 0 } = {}): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const reply = mail.refuse(address)
      done(
        reply === undefined
          ? null
          : Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }),
      )
    },
    onData(stream, session, done) {
      void text(stream).then(async (raw) => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        await mail.hold(to)
        mail.received.push({ to, raw, messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '' })
        if (mail.hangUp(to)) return void connectionOf(session)?.close()
        done()
        mail.taken(to)
      })
    },
  })
  const connectionOf = (session: SMTPServerSession) =>
    [...server.connections].find((connection) => (connection as { session?: unknown }).session === session) as
      | { close(): void }
      | undefined
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    refuse: () => undefined,
    hold: () => undefined,
    hangUp: () => false,
    taken: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mail
}

import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordChangedEmail, passwordResetEmail } from '#server/accounts/text.ts'
import { inTransaction, openDatabase } from '#server/db/database.ts'
import { elections } from '#server/db/schema/elections.ts'
import { emails } from '#server/db/schema/operations.ts'
import { createLog } from '#server/log.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { queueEmail } from './queue.ts'
import { sendDueEmails, waitAfter, createTransport, sweepOutbox, type EmailTransport } from './send-due.ts'

let logged = ''
const log = createLog('debug', { write: (line) => void (logged += line) })

const scratch = await scratchDatabase()
const database = openDatabase(scratch.config, log)
const folder = await mkdtemp(join(tmpdir(), 'mail-'))
afterAll(async () => {
  await database.pool.end()
  await scratch.drop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await database.db.delete(emails)
  await rm(join(folder, 'outbox'), { recursive: true, force: true })
  logged = ''
})

const config = () =>
  ({ smtpUrl: undefined, mailFrom: undefined, publicUrl: 'https://reserve.example.ph', dataDir: folder }) as {
    smtpUrl: string | undefined
    mailFrom: string | undefined
    publicUrl: string
    dataDir: string
  }
const waiting = () => database.db.select().from(emails)
const anEmail = (more = {}) =>
  queueEmail(database.db, { to: 'ana@example.ph', kind: 'approval', subject: 'Hello', body: 'Line one\n', ...more })
const makeDue = () => database.db.update(emails).set({ nextTryAt: 0 })

interface Received {
  from: string
  to: string[]
  raw: string
}

/** A real mail server; `answer` may refuse an email or delay its reply. */
async function mailServer(answer: (message: Received) => Promise<void> | void = () => undefined) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      void text(stream).then(async (raw) => {
        const from = session.envelope.mailFrom
        const message = {
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
        }
        try {
          await answer(message)
          received.push(message)
          done()
        } catch (error) {
          done(error as Error)
        }
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { received, close, transport: () => createTransport({ ...config(), smtpUrl: `smtp://127.0.0.1:${port}` }) }
}

async function send(transport: EmailTransport, limit = 100): Promise<number> {
  const handled = await sendDueEmails({ db: database.db, log, transport }, limit)
  transport.close()
  return handled
}

describe('the queue', () => {
  test.each([
    { to: 'a@b.ph\r\nBcc: c@d.ph' },
    { to: 'a@b.ph, c@d.ph' },
    { to: '"x" <a@b.ph>' },
    { to: 'undisclosed: a@b.ph;' },
    { to: 'nobody' },
    { to: '' },
    { subject: 'Hi\nBcc: c@d.ph' },
    { subject: 'Hi\rthere' },
  ])('refuses %j', async (part) => {
    await expect(anEmail(part)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await waiting()).toEqual([])
  })

  test('keeps an email only if its act came true', async () => {
    const act = inTransaction(database, async (tx) => {
      await queueEmail(tx, { to: 'a@b.ph', kind: 'approval', subject: 's', body: 'b' })
      throw new Error('undone')
    })
    await expect(act).rejects.toThrow('undone')
    expect(await waiting()).toEqual([])
  })
})

describe('by SMTP', () => {
  test('an email arrives whole and leaves the queue', async () => {
    const server = await mailServer()
    await anEmail({ subject: 'Peña', body: 'Señor,\n.\n.dot\nFrom here\n' })
    const [row] = await waiting()
    expect(await send(server.transport())).toBe(1)
    await server.close()
    const [message] = server.received
    expect(message).toMatchObject({ from: 'no-reply@reserve.example.ph', to: ['ana@example.ph'] })
    expect(message?.raw).toContain('To: ana@example.ph')
    expect(message?.raw).toContain(`Message-ID: <${row?.id}@reserve.example.ph>`)
    expect(message?.raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(await waiting()).toEqual([])
  })

  test('eight senders at once send each of forty emails once', async () => {
    const server = await mailServer(() => new Promise((resolve) => setTimeout(resolve, 10)))
    for (let n = 0; n < 40; n++) await anEmail({ to: `m${n}@example.ph` })
    const handled = await Promise.all(Array.from({ length: 8 }, () => send(server.transport())))
    await server.close()
    expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(
      Array.from({ length: 40 }, (_, n) => `m${n}@example.ph`).toSorted(),
    )
    expect(handled.reduce((a, b) => a + b)).toBe(40)
  })

  test('a refused email waits longer each time, and the log does not name its reader', async () => {
    const server = await mailServer(({ to }) => {
      throw Object.assign(new Error(`no such mailbox ${to[0]}`), { responseCode: 550 })
    })
    await anEmail()
    const before = Date.now()
    await send(server.transport())
    expect(await waiting()).toMatchObject([{ attempts: 1, lastError: 'EMESSAGE 550' }])
    const wait = (await waiting())[0]!.nextTryAt - before
    expect(wait).toBeGreaterThan(55_000)
    expect(wait).toBeLessThan(70_000)
    expect(await send(server.transport())).toBe(0)
    await makeDue()
    await send(server.transport())
    await server.close()
    expect(await waiting()).toMatchObject([{ attempts: 2 }])
    expect(logged).toContain('will be tried again')
    expect(logged).not.toContain('ana@')
  })

  test('an email is given up after twenty tries, and kept', async () => {
    await anEmail()
    const transport = { send: () => Promise.reject(new Error('for ana@example.ph')), close: () => undefined }
    for (let tries = 1; tries <= 20; tries++) {
      expect(await waiting()).toHaveLength(1)
      await makeDue()
      await send(transport)
    }
    expect(await waiting()).toMatchObject([{ attempts: 20, failedAt: expect.any(Number), lastError: 'unknown' }])
    expect(logged).toContain('given up')
    expect(logged).not.toContain('ana@')
    // It is not retried automatically any more.
    await makeDue()
    expect(await send(transport)).toBe(0)
  })

  test('of an email about a ballot that is given up only the days are kept', async () => {
    const [election] = await database.db.insert(elections).values(defaultElection).returning({ id: elections.id })
    await anEmail({ kind: 'cast', electionId: election!.id })
    await database.db.update(emails).set({ attempts: 19 })
    await send({ send: () => Promise.reject(new Error('no')), close: () => undefined })
    const { rows: kept } = await database.pool.query(
      `select extract(epoch from created_at - date_trunc('day', created_at))::int as created,
         extract(epoch from failed_at - date_trunc('day', failed_at))::int as failed from emails`,
    )
    expect(kept).toEqual([{ created: 0, failed: 0 }])
    await database.db.delete(emails)
    await database.db.delete(elections)
  })

  test('one bad email does not hold up the others, nor does a server that is away lose any', async () => {
    const server = await mailServer(({ to }) => {
      if (to[0] === 'bad@example.ph') throw new Error('no')
    })
    await anEmail({ to: 'bad@example.ph' })
    await anEmail()
    await send(server.transport())
    const away = server.transport()
    await server.close()
    expect(server.received).toHaveLength(1)
    await anEmail()
    await send(away)
    expect(await waiting()).toHaveLength(2)
  })

  test('an email whose sender died is left alone for a while, then sent', async () => {
    await anEmail()
    const dead = { send: () => new Promise<void>(() => undefined), close: () => undefined }
    void sendDueEmails({ db: database.db, log, transport: dead }, 1)
    await expect.poll(waiting).toMatchObject([{ attempts: 1 }])
    const server = await mailServer()
    expect(await send(server.transport())).toBe(0)
    await makeDue()
    expect(await send(server.transport())).toBe(1)
    await server.close()
    expect(server.received).toHaveLength(1)
  })

  test('an email that went out but could not be crossed off goes out again, recognisably the same', async () => {
    const server = await mailServer()
    await anEmail()
    const cut = new Proxy(database.db, {
      get: (db, name) =>
        name === 'delete' ? () => ({ where: () => Promise.reject(new Error('cut')) }) : Reflect.get(db, name),
    })
    const transport = server.transport()
    await expect(sendDueEmails({ db: cut, log, transport }, 1)).rejects.toThrow('cut')
    transport.close()
    await makeDue()
    await send(server.transport())
    await server.close()
    const [first, second, ...more] = server.received.map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1])
    expect(more).toEqual([])
    expect(first).toBe(second)
    expect(await waiting()).toEqual([])
  })

  test('stops between emails when told to', async () => {
    for (let n = 0; n < 5; n++) await anEmail()
    const stop = new AbortController()
    const transport = { send: async () => stop.abort(), close: () => undefined }
    await sendDueEmails({ db: database.db, log, transport }, 100, stop.signal)
    expect((await waiting()).length).toBeGreaterThanOrEqual(3)
  })
})

test('without a mail server emails lie in the outbox, as real messages', async () => {
  await anEmail({ subject: 'Peña' })
  await send(createTransport({ ...config(), mailFrom: 'ARRAPI <office@arrapi.ph>' }))
  const [name, ...others] = await readdir(join(folder, 'outbox'))
  expect(others).toEqual([])
  expect(name).toMatch(/^\d{4}-.*\.eml$/)
  const message = await readFile(join(folder, 'outbox', name!), 'utf8')
  expect(message).toMatch(/^From: ARRAPI <office@arrapi\.ph>\r\n/m)
  expect(message).toMatch(/\r\n\r\nLine one\r\n$/)
  expect((await stat(join(folder, 'outbox', name!))).mode & 0o777).toBe(0o600)
  expect(await waiting()).toEqual([])
})

describe('the outbox is swept', () => {
  const day = 24 * 60 * 60_000
  const now = Date.now()
  const outbox = () => join(folder, 'outbox')

  test('where there is none, there is nothing to sweep', () =>
    expect(sweepOutbox(join(folder, 'nowhere'), now)).resolves.toBeUndefined())

  test('of emails older than thirty days, and of nothing else', async () => {
    await anEmail()
    await anEmail()
    await send(createTransport(config()))
    const [old, young] = await readdir(outbox())
    const cut = `.${old}`
    for (const [name, days] of [
      [old!, 30.1],
      [young!, 29.9],
      [cut, 30.1],
      ['forwarded by hand.eml', 99],
      ['notes.txt', 99],
    ] as const) {
      await writeFile(join(outbox(), name), 'x')
      await utimes(join(outbox(), name), new Date(now - days * day), new Date(now - days * day))
    }
    await sweepOutbox(folder, now)
    expect((await readdir(outbox())).toSorted()).toEqual([young!, 'forwarded by hand.eml', 'notes.txt'].toSorted())
    await sweepOutbox(folder, now + day)
    expect(await readdir(outbox())).not.toContain(young)
  })
})

test.each([
  [1, 1],
  [2, 2],
  [9, 256],
  [10, 360],
  [20, 360],
])('after try %i it waits %i minutes', (attempts, minutes) => {
  expect(waitAfter(attempts)).toBe(minutes * 60_000)
})

test('emails say what they must', () => {
  const reset = passwordResetEmail({
    shortName: 'ARRAPI',
    link: 'https://x/y?token=1',
    serial: 'O-1',
    validMinutes: 30,
  })
  expect(reset.subject).toBe('ARRAPI: choose a new password')
  expect(reset.body).toContain('\n\nhttps://x/y?token=1\n\n')
  expect(reset.body).toContain('30 minutes')
  expect(reset.body).toContain('your military serial number, O-1,')
  expect(passwordChangedEmail({ shortName: 'ARRAPI' }).body).toContain('was changed')
})

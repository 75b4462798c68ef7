import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { certainClock } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import { auditLog, elections, emails, users, voterEmails } from '#server/db/schema.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { queueVoterEmails } from '#server/elections/emails/queue-voter-emails.ts'
import { readReminders } from '#server/elections/emails/reminders.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { queueEmail } from '#server/email/queue.ts'
import { sendDueEmails } from '#server/email/send-due.ts'
import { aSecret, choicesFrom, vote, votingCloses, votingOpens } from '#tests/support/election.ts'
import { type Someone, enrolUnsigned } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'

let now = votingOpens
// Emails are written and sent when a test says so.
const site = await testSite({ clock: { now: () => now }, holds: ['send emails', 'queue voter emails'] })
const election = await site.theElection()
const slate = await site.aSlate()
await freezeElections(site)
const admin = await site.asAdmin()
afterAll(() => site.stop())
beforeEach(async () => {
  now = votingOpens
  await site.db.delete(voterEmails)
  await site.db.delete(emails)
  await site.db.execute(sql`delete from ballots`)
  await site.changeElection({ remindersRequestedAt: null })
})

const writeNow = (signal = AbortSignal.timeout(30_000), deps = site) => queueVoterEmails(deps, signal)
const queue = () => site.rowsOf(emails)
const written = async (kind: 'cast' | 'reminder' | 'proxy') => (await site.rowsOf(voterEmails, { kind })).length
const emptyQueue = () => site.db.delete(emails)

async function whoVoted(given: Partial<typeof users.$inferInsert> = {}): Promise<Someone> {
  const member = await site.aMember(given)
  const cast = await vote(await site.signedIn(member), election, { choices: choicesFrom(slate) })
  expect(cast.status).toBe(201)
  return member
}

const inFours = (digits: string) => digits.slice(0, 16).match(/.{4}/g)?.join(' ') ?? '?'

let crowds = 0
/** Members straight into the table, with a ballot or without. A number is never given twice, not even to a crowd. */
async function aCrowd(people: number, { voted }: { voted: boolean }): Promise<void> {
  const { pool } = site
  await pool.query(
    `insert into users (first_name, last_name, email, military_serial, birthday, id_number, approved, approved_at, region, ms)
     select 'CROWD', 'MEMBER', 'crowd' || n || '@example.org', 'C-' || n, '1964-10-05',
       $2 || '-' || lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0'), true, now(), 'NCR', 'PA'
     from generate_series(1, $1::int) n`,
    [people, `CROWD${++crowds}`],
  )
  const { rows } = await pool.query<{ id: string }>(`select id from users where first_name = 'CROWD'`)
  await enrolUnsigned(
    pool,
    rows.map(({ id }) => id),
  )
  if (voted)
    await pool.query(
      `insert into ballots (election_id, voter_id, voter_region, sealed, counted)
       select $1, id, 'NCR', 'x', true from users where first_name = 'CROWD'`,
      [election],
    )
}
const noCrowd = async () => {
  await site.db.delete(voterEmails)
  await site.db.execute(sql`delete from ballots`)
  await site.db.execute(sql`delete from roll using users where id = voter_id and first_name = 'CROWD'`)
  await site.db.execute(sql`delete from users where first_name = 'CROWD'`)
}

describe('that a ballot was received', () => {
  test('is told to who voted, once, without a choice, a tracker or an hour', async () => {
    const voter = await whoVoted()
    for (let n = 0; n < 3; n++) await writeNow()
    const [message, ...more] = await queue()
    expect(more).toEqual([])
    expect(message).toMatchObject({ to: voter.email, subject: 'ARRAPI: your ballot was received' })
    expect(message?.body).toContain('If you did not vote')
    // The last state of the board, as thousands of mailboxes will hold it.
    const { content, hash } = (await lastStatement(site.pool, election, 'head/2'))!
    expect(message?.body).toContain(`at state ${content.number}, with the code ${inFours(hash)}.`)
    expect(message?.body).toContain(`begins with ${inFours(site.boardKey.fingerprint)}.`)
    expect(message?.body).not.toMatch(/NOMINEE|[0-9a-f]{16}|\d:\d\d|DELA CRUZ/)
  })

  test('names whom to tell', async () => {
    await site.saveSettings({ contactEmail: 'office@arrapi.example.org' })
    await whoVoted()
    await writeNow()
    expect((await queue())[0]?.body).toContain('please tell the association (office@arrapi.example.org) at once')
    await site.saveSettings({ contactEmail: '' })
  })

  test('is not told for a proxy ballot, which has its own email, nor for a rehearsal', async () => {
    const voter = await site.aMember()
    const ballot = { voterId: voter.id, choices: choicesFrom(slate), secret: aSecret(), authority: 'A signed letter' }
    expect((await admin.post(`/api/elections/${election}/proxies`, ballot)).status).toBe(201)
    await site.changeElection({ rehearsal: true })
    const rehearsing = await site.asMember()
    expect((await vote(rehearsing, await site.rehearsalId(election), { choices: choicesFrom(slate) })).status).toBe(201)
    await writeNow()
    await site.changeElection({ rehearsal: false })
    expect((await queue()).map(({ subject }) => subject)).toEqual(['ARRAPI: a ballot was cast for you'])
    expect([await written('proxy'), await written('cast')]).toEqual([1, 0])
  })

  test('is passed over for who has no address, or one that cannot be written to, and not tried again', async () => {
    await whoVoted({ email: null })
    await whoVoted({ email: 'two@example.org,three@example.org' })
    await writeNow()
    expect(await queue()).toEqual([])
    expect(await written('cast')).toBe(2)
    await site.db.update(users).set({ email: null }).where(like(users.email, '%,%'))
  })

  test('also after the close, for as long as somebody may wonder', async () => {
    await whoVoted()
    now = votingCloses + 2 * 24 * 60 * 60 * 1000
    await writeNow()
    expect(await queue()).toEqual([])
    now -= 1
    await writeNow()
    expect(await queue()).toHaveLength(1)
  })
})

describe('a reminder', () => {
  const path = () => `/api/elections/${election}/reminders`
  interface Reminders {
    askedAt: number | null
    written: number
    waiting: number
    whyNot: string | null
    nextAt: number | null
    code?: string
  }
  const ask = (who = admin) => who.post<Reminders>(path())
  const read = () => admin.get<Reminders>(path())
  const asked = async () => {
    const answer = await ask()
    await expect.poll(async () => (await site.elections.byId(election))?.remindersRequestedAt).toBe(now)
    return answer
  }

  test('is asked for of an election that is there', async () => {
    const nowhere = '/api/elections/00000000-0000-4000-8000-000000000000/reminders'
    expect((await admin.get(nowhere)).status).toBe(404)
    expect((await admin.post(nowhere)).status).toBe(404)
  })

  test.each([
    [votingOpens - 1, 403],
    [votingOpens, 201],
    [votingCloses - 1, 201],
    [votingCloses, 403],
  ])('is asked for while voting is open, by the server’s clock: %i', async (at, status) => {
    now = at
    expect((await ask()).status).toBe(status)
    const [row] = await site.db.select({ at: elections.remindersRequestedAt }).from(elections)
    expect(row?.at ?? null).toBe(status === 201 ? at : null)
  })

  // Shows audit-16
  test('is asked for once, by however many at once, and logged once', async () => {
    const entries = async () => (await site.rowsOf(auditLog, { action: 'reminders sent' })).length
    const before = await entries()
    const answers = await Promise.all([ask(), ask(), ask()])
    now += 60_000
    answers.push(await ask())
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, askedAt: votingOpens })
    expect(await entries()).toBe(before + 1)
  })

  test('cannot be asked for while emails do not leave', async () => {
    expect(await read()).toMatchObject({ whyNot: null })
    const config = { ...site.config, production: true }
    expect(await readReminders({ ...site, config }, election)).toMatchObject({ whyNot: 'mail-not-working' })
    const sending = { ...site, config: { ...config, smtpUrl: 'smtp://127.0.0.1' } }
    expect(await readReminders(sending, election)).toMatchObject({ whyNot: null })
    // One domain that takes nothing is its own trouble; two are ours.
    const stuck = (to: string) => ({
      to,
      kind: 'approval' as const,
      subject: 's',
      body: 'b',
      attempts: 3,
      createdAt: Date.now() - 2 * 60 * 60_000,
    })
    await site.db.insert(emails).values([stuck('a@one.example'), stuck('b@one.example')])
    expect(await readReminders(sending, election)).toMatchObject({ whyNot: null })
    // Nor do addresses that do not exist, wherever they are, say anything about the mail server.
    const mistyped = await site.aMember({ email: 'typo@gmial.example', emailRefusedAt: Date.now() })
    await site.db.insert(emails).values(stuck(mistyped.email))
    expect(await readReminders(sending, election)).toMatchObject({ whyNot: null })
    await site.db.insert(emails).values(stuck('c@two.example'))
    expect(await readReminders(sending, election)).toMatchObject({ whyNot: 'mail-not-working' })
    expect(await ask()).toMatchObject({ status: 409, code: 'mail-not-working' })
    const [row] = await site.db.select({ at: elections.remindersRequestedAt }).from(elections)
    expect(row?.at).toBeNull()
  })

  test('is asked for again after a day, and reaches those who have still not voted', async () => {
    const dayMs = 24 * 60 * 60_000
    await site.changeElection({ votingCloses: votingOpens + 3 * dayMs })
    const lazy = await site.aMember()
    const later = await site.aMember()
    await asked()
    await writeNow()
    await emptyQueue()
    expect((await vote(await site.signedIn(later), election, { choices: choicesFrom(slate) })).status).toBe(201)
    now = votingOpens + dayMs - 1
    expect(await read()).toMatchObject({ whyNot: 'reminded-lately', nextAt: votingOpens + dayMs })
    // No time is promised at which voting is over.
    await site.changeElection({ votingCloses: votingOpens + dayMs })
    expect(await read()).toMatchObject({ whyNot: 'reminded-lately', nextAt: null })
    await site.changeElection({ votingCloses: votingOpens + 3 * dayMs })
    expect(await ask()).toMatchObject({ status: 409, code: 'reminded-lately' })
    await writeNow()
    expect((await queue()).filter(({ kind }) => kind === 'reminder')).toEqual([])
    now = votingOpens + dayMs
    await asked()
    await writeNow()
    const addresses = (await queue()).filter(({ kind }) => kind === 'reminder').map(({ to }) => to)
    expect(addresses).toContain(lazy.email)
    expect(addresses).not.toContain(later.email)
    await site.changeElection({ votingCloses: votingCloses })
  })

  test('goes once to each who may vote and has not, and says until when', async () => {
    const lazy = await site.aMember({ lastName: 'LAZY' })
    const busy = await whoVoted({ lastName: 'BUSY' })
    for (const given of [{ email: null }, { withdrawnAt: Date.now() }, { isAdmin: true }])
      await site.aMember({ lastName: 'NOT THEM', ...given })
    await site.anApplicant()
    const before = await read()
    expect(before).toMatchObject({ askedAt: null, written: 0 })
    await writeNow()
    const uninvited = (await queue()).filter(({ subject }) => subject.includes('please vote'))
    expect(uninvited).toEqual([])
    await asked()
    for (let n = 0; n < 3; n++) await writeNow()
    const messages = (await queue()).filter(({ subject }) => subject.includes('please vote'))
    expect(messages).toHaveLength(before.waiting)
    const addresses = messages.map(({ to }) => to)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toContain(lazy.email)
    expect(addresses).not.toContain(busy.email)
    const strays = await site.db.select({ email: users.email }).from(users).where(eq(users.lastName, 'NOT THEM'))
    for (const { email } of strays) expect(addresses).not.toContain(email)
    expect(messages[0]?.body).toContain('29 March 2025, 5:00 PM (Manila)')
    expect(messages[0]?.body).toContain('/vote')
    expect(messages[0]?.body).toContain(`begins with ${inFours(site.boardKey.fingerprint)}.`)
    expect(messages[0]?.body).toContain('/board')
    expect(await read()).toMatchObject({ askedAt: votingOpens, written: before.waiting, waiting: 0 })
  })

  test('is not written at the close or after it, and what is unsent then is taken out', async () => {
    await site.aMember()
    await asked()
    now = votingCloses - 1
    await writeNow()
    expect((await queue()).length).toBeGreaterThan(0)
    await queueEmail(site.db, { to: 'ana@example.org', kind: 'approval', subject: 'Another email', body: 'b' })
    const late = await site.aMember()
    const { title } = (await site.elections.byId(election))!
    await site.changeElection({ title: 'Renamed meanwhile' })
    now = votingCloses
    await writeNow()
    expect((await queue()).map(({ subject }) => subject)).toEqual(['Another email'])
    const rows = await site.rowsOf(voterEmails, { voterId: late.id })
    expect(rows).toEqual([])
    expect(await read()).toMatchObject({ waiting: 0 })
    await site.changeElection({ title })
  })

  test('that comes too late is found whatever its subject says, and that of another election stays', async () => {
    const [voter, elsewhere] = [await site.aMember(), { to: 'elsewhere@example.org', subject: 'ARRAPI: please vote' }]
    await asked()
    await writeNow()
    await site.update(emails, { to: voter.email }, { subject: 'Worded anew' })
    const another = await anotherElection()
    const electionId = randomUUID()
    await site.untilHeard(async () => {
      await site.db.insert(elections).values({ ...another, id: electionId })
    })
    await queueEmail(site.db, { ...elsewhere, kind: 'reminder', electionId, body: 'b' })
    now = votingCloses
    await writeNow()
    expect(await queue()).toMatchObject([elsewhere])
    await emptyQueue()
    await site.untilHeard(() =>
      inTransaction(site, async (tx) => {
        // The site notes the hours of every open election, and none comes in between.
        await tx.execute(sql`lock table turnout_hours`)
        await tx.execute(sql`delete from turnout_hours where election_id = ${electionId}`)
        await tx.delete(elections).where(eq(elections.id, electionId))
      }),
    )
  })
  const anotherElection = async () => {
    const [{ id: _id, ...like } = { id: '' }] = await site.rowsOf(elections, { id: election })
    return { ...like, title: 'Another election', remindersRequestedAt: null } as typeof elections.$inferInsert
  }

  test('never keeps an email waiting that somebody asked for: few are written ahead', async () => {
    await aCrowd(1200, { voted: false })
    await asked()
    await writeNow()
    expect(await queue()).toHaveLength(500)
    await writeNow()
    expect(await queue()).toHaveLength(500)
    // Those that were tried and failed do not count: one dead mail server must not end the reminding.
    await site.db.update(emails).set({ attempts: 1 })
    await writeNow()
    expect(await queue()).toHaveLength(1000)
    await noCrowd()
  })
})

describe('whatever is interrupted', () => {
  test('a job stopped in the middle goes on where it was, and each gets one letter', async () => {
    await aCrowd(1100, { voted: true })
    const stopping = new AbortController()
    const clock = certainClock({
      now() {
        stopping.abort()
        return now
      },
    })
    await writeNow(stopping.signal, { ...site, clock })
    // The batch under way is finished, and no other is begun.
    expect([await written('cast'), (await queue()).length]).toEqual([250, 250])
    for (let n = 0; n < 5; n++) {
      await writeNow()
      await site.db.update(emails).set({ attempts: 1 })
    }
    const addresses = (await queue()).map(({ to }) => to)
    expect([addresses.length, new Set(addresses).size]).toEqual([1100, 1100])
    await noCrowd()
  })

  test('a batch that fails leaves neither emails nor a word that they were written', async () => {
    await aCrowd(20, { voted: true })
    await site.pool.query(`alter table emails add constraint refused check (body not like '%received%')`)
    await expect(writeNow()).rejects.toThrow()
    expect(await written('cast')).toBe(0)
    await site.pool.query('alter table emails drop constraint refused')
    await writeNow()
    expect([await written('cast'), (await queue()).length]).toEqual([20, 20])
    await noCrowd()
  })

  test('several jobs at once make no second email, and none is in another’s way', async () => {
    await aCrowd(400, { voted: true })
    await Promise.all([writeNow(), writeNow(), writeNow(), writeNow()])
    await writeNow()
    const addresses = (await queue()).map(({ to }) => to)
    expect([addresses.length, new Set(addresses).size]).toEqual([400, 400])
    await noCrowd()
  })

  /** Where a batch waits for a person whose record somebody else holds. */
  const waitingBatch = async () => {
    const { rows } = await site.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%into voter_emails%' and datname = current_database()`,
    )
    return rows[0]?.pid
  }
  async function holding(voter: Someone) {
    const other = await site.pool.connect()
    await other.query('begin')
    await other.query('select from users where id = $1 for update', [voter.id])
    return {
      query: (text: string) => other.query(text, [voter.id]),
      async end() {
        await other.query('commit')
        other.release()
      },
    }
  }

  test('a connection that is cut in the middle of a batch leaves nothing of it', async () => {
    const [voter] = [await whoVoted(), await whoVoted()]
    const other = await holding(voter)
    const writing = writeNow()
    await expect.poll(waitingBatch).toBeDefined()
    await Promise.all([
      expect(writing).rejects.toThrow(),
      site.pool.query('select pg_terminate_backend($1)', [await waitingBatch()]),
    ])
    expect([await written('cast'), (await queue()).length]).toEqual([0, 0])
    await other.end()
    await writeNow()
    expect([await written('cast'), (await queue()).length]).toEqual([2, 2])
  })

  test('who is erased at that moment is not written to', async () => {
    const voter = await whoVoted()
    const other = await holding(voter)
    const writing = writeNow()
    await expect.poll(waitingBatch).toBeDefined()
    await other.query('update users set email = null where id = $1')
    await other.end()
    await writing
    expect(await queue()).toEqual([])
    expect(await written('cast')).toBe(1)
  })
})

test('an email that was sent is nowhere in the database any more', async () => {
  await whoVoted()
  await writeNow()
  const sent: string[] = []
  const transport = { send: async (mail: { to: string }) => void sent.push(mail.to), close: () => undefined }
  await sendDueEmails({ ...site, transport }, 100)
  expect(sent).toHaveLength(1)
  expect(await queue()).toEqual([])
})

test('nothing personal is in the site’s own log', async () => {
  await whoVoted()
  await writeNow()
  await emptyQueue()
  const lines = site.logged.filter((line) => line.includes('emails to voters were queued'))
  expect(lines.length).toBeGreaterThan(0)
  expect(site.logged.join('')).not.toMatch(/@example\.org|CROWD|LAZY|DELA CRUZ/)
})

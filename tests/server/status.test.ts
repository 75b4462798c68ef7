import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import type { readStatus } from '#server/operations/status/status.ts'
import { anAdmin } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'
import type { TestEmailState } from '#web/operations/status/api.ts'

type Status = Awaited<ReturnType<typeof readStatus>>

// Which put right what the tests write into their tables.
const site = await testSite({ holds: ['sweep uploads', 'sweep outbox', 'back up'] })
site.deps.config.backup.wanted = true
const admin = await site.asAdmin()
afterAll(() => site.stop())

async function statusOf(visitor: Visitor): Promise<Status> {
  const reply = await visitor.get<Status>('/api/status')
  expect(reply.status).toBe(200)
  return reply
}
const checkOf = async (name: string) => (await statusOf(admin)).checks.find((check) => check.name === name)

describe('the status', () => {
  test('names every check, the jobs, the nodes and the versions, and nothing secret', async () => {
    const { rows } = await site.pool.query<{ storage: string; vault: string }>(
      `insert into nodes (id, host, pid, version, storage, vault, clock_offset_ms)
       select gen_random_uuid(), 'manila-1', 77, version, storage, vault, 12 from nodes limit 1 returning storage, vault`,
    )
    await expect.poll(async () => (await statusOf(admin)).nodes.map(({ host }) => host)).toContain('manila-1')
    const status = await statusOf(admin)
    expect(status.checks.map(({ name }) => name).toSorted()).toEqual([
      'accounts',
      'address',
      'backup',
      'ballot keys',
      'ballots',
      'clock',
      'database',
      'database writes',
      'dates',
      'disk',
      'emails',
      'files',
      'jobs',
      'logins',
      'nodes',
      'stray files',
    ])
    expect(status.checks[0]).toMatchObject({ name: 'backup', state: 'warning' })
    expect(status.jobs.map(({ name }) => name)).toContain('count ballots')
    expect(status.versions.site).toMatch(/^\d+\.\d+\.\d+/)
    expect(status.versions.postgres).toMatch(/^\d+/)
    const shown = JSON.stringify(status)
    expect(shown).not.toMatch(/site-test-|127\.0\.0\.1/)
    for (const secret of [rows[0]?.storage, rows[0]?.vault]) expect(shown).not.toContain(secret)
  })

  test('follows what the tables say', async () => {
    const { pool } = site
    await pool.query(`
      insert into emails ("to", kind, subject, body, failed_at, next_try_at)
        values ('x@example.org', 'approval', 's', 'b', now(), now() + interval '1 day');
      insert into backups (kind, state, place, name, bytes, finished_at)
        values ('scheduled', 'done', 'folder', 'b1', 5000000, now() - interval '2 days'),
               ('scheduled', 'failed', 'folder', 'b2', 0, now());
      insert into stray_files (path) select 'documents/' || n from generate_series(1, 101) n;
      update job_runs set failures = 4, last_error = '53100' where name = 'sweep outbox';
      insert into job_runs (name, failures, last_error) values ('sweep outbox', 4, '53100') on conflict do nothing`)
    await expect
      .poll(() => checkOf('emails'), { timeout: 10_000 })
      .toMatchObject({ state: 'warning', sentence: '1 email could not be sent after many tries.' })
    expect(await checkOf('backup')).toMatchObject({ state: 'warning', sentence: 'The last backup is 2 days old.' })
    expect(await checkOf('stray files')).toMatchObject({ state: 'warning' })
    expect(await checkOf('jobs')).toMatchObject({
      state: 'warning',
      sentence:
        'This failed when it last ran: “Delete old emails from the outbox folder”. We will try again automatically.',
    })
    // By a clock that was ahead: it does not pass for the last one.
    await pool.query(`insert into backups (kind, state, place, name, started_at, finished_at)
      values ('manual', 'done', 'folder', 'b4', now() + interval '2 days', now() + interval '2 days')`)
    await expect
      .poll(() => checkOf('dates'), { timeout: 10_000 })
      .toMatchObject({ state: 'wrong', whatToDo: expect.stringContaining('make a backup') })
    expect(await checkOf('backup')).toMatchObject({ sentence: 'The last backup is 2 days old.' })
    await pool.query(`delete from emails; delete from backups; delete from stray_files`)
  })

  test('tells of ballots that are not counted long after voting closed', async () => {
    const { pool } = site
    const voter = await site.aMember()
    await pool.query(
      `insert into ballots (election_id, voter_id, voter_region, sealed)
       select id, $1, 'NCR', '\\x00' from elections limit 1`,
      [voter.id],
    )
    await pool.query(`update elections set voting_closes = voting_opens + interval '1 hour'`)
    await expect.poll(() => checkOf('ballots'), { timeout: 10_000 }).toMatchObject({ state: 'wrong' })
    await pool.query('delete from ballots')
  })
})

describe('a test email', () => {
  async function sent(by: Visitor): Promise<() => Promise<TestEmailState>> {
    const { status, id } = await by.post('/api/status/test-emails')
    expect(status).toBe(201)
    return async () => JSON.parse((await by.get(`/api/status/test-emails/${id}`)).text)
  }

  test('without a mail server is in the outbox, and says so', async () => {
    const state = await sent(admin)
    await expect.poll(state).toEqual({ status: 'in outbox' })
  })

  test('goes to the administrator’s own address, and what the mail server replied is shown', async () => {
    const recipients: string[] = []
    let refuse = true
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        recipients.push(address)
        done(refuse ? Object.assign(new Error(`${address} is unwanted`), { responseCode: 550 }) : null)
      },
      onData(stream, _session, done) {
        stream.resume().on('end', done)
      },
    })
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as AddressInfo))
    })
    const mailing = await testSite({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    try {
      const person = await anAdmin(mailing.deps)
      const visitor = await mailing.signedIn(person)
      const refused = await sent(visitor)
      await expect.poll(refused).toEqual({ status: 'failed', error: 'EENVELOPE 550' })
      refuse = false
      const accepted = await sent(visitor)
      await expect.poll(accepted).toEqual({ status: 'sent' })
      expect(new Set(recipients)).toEqual(new Set([person.email]))
    } finally {
      await mailing.stop()
      await new Promise<void>((resolve) => server.close(resolve))
    }
  })

  test('needs an address', async () => {
    const nameless = await site.asMember({ isAdmin: true, email: null })
    expect((await nameless.post('/api/status/test-emails')).status).toBe(409)
  })
})

describe('the metrics', () => {
  const read = async () => (await site.visitor().get('/metrics')).text

  test('have the same numbers, and name no person and no election', async () => {
    await site.pool.query(
      `insert into backups (kind, state, place, name, bytes, finished_at)
       values ('manual', 'done', 'folder', 'b3', 1234, now() - interval '1 hour')`,
    )
    await expect.poll(read, { timeout: 10_000 }).toMatch(/^backup_size_bytes 1234$/m)
    const metrics = await read()
    expect(Number(/^backup_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(3600)
    expect(metrics).toMatch(/^ready\{kind="write"\} 1$/m)
    expect(metrics).toMatch(/^ready\{kind="read"\} 1$/m)
    expect(metrics).toMatch(/^disk_free_bytes\{place="data folder"\} 500000000000$/m)
    expect(metrics).toMatch(/^emails_waiting 0$/m)
    expect(metrics).toMatch(/^ballots_uncounted 0$/m)
    expect(metrics).toMatch(/^job_interval_seconds\{job="count ballots"\} 3$/m)
    await site.pool.query('delete from backups')
    await expect.poll(read, { timeout: 10_000 }).not.toMatch(/^backup_age_seconds \S+$/m)
  })

  test('count requests that failed through our fault, by code, and no others', async () => {
    await site.visitor().get('/api/nothing')
    await site.pool.query('alter table links rename to links_away')
    expect((await site.visitor().get('/api/links?section=Events')).status).toBe(500)
    await site.pool.query('alter table links_away rename to links')
    const lines = (await read()).split('\n').filter((line) => line.startsWith('request_failures_total{'))
    expect(lines).toEqual(['request_failures_total{code="unexpected"} 1'])
  })

  test('have every number that the sample alerts ask for', async () => {
    const alerts = await readFile(join(projectRoot, 'deploy/prometheus/alerts.yml'), 'utf8')
    const expressions = [...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression ?? '')
    expect(expressions.length).toBeGreaterThan(8)
    const words = new Set(['and', 'or', 'on', 'by', 'job', 'kind', 'place', 'code', 'sum', 'offset'])
    const named = expressions.flatMap((expression) =>
      [...expression.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '').matchAll(/[a-z_]{2,}(?!\w*\()/g)].map(([name]) => name),
    )
    const metrics = await read()
    const missing = [...new Set(named)].filter(
      (name) =>
        !words.has(name) &&
        name !== 'up' &&
        !new RegExp(`^# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `, 'm').test(metrics),
    )
    expect(missing).toEqual([])
    const rules = alerts.split(/^ +- alert: /m).slice(1)
    expect(rules).toHaveLength(expressions.length)
    for (const rule of rules) expect(rule).toMatch(/^ +description: .{20,}/m)
  })
})

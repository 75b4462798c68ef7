import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/audit.ts'
import { projectRoot } from '#server/config.ts'
import { openDatabase, type OpenDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { nextIdNumber } from '#shared/members/id-number.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { aMember, anAdmin, anApplicant } from '#tests/support/factories.ts'
import { testSite, Visitor } from '#tests/support/site.ts'
import { cpuMs, median } from '../../bench/measure.ts'

/** The first `count` numbers after `last`. */
function numbersAfter(last: string | null, count: number): string[] {
  const numbers: string[] = []
  for (let number = last; numbers.length < count; numbers.push(number)) number = nextIdNumber('ARRAPI', number)
  return numbers
}

/** Emails stay where they are, so that they can be counted. */
const keepEmails = `alter table emails alter column next_try_at set default 'infinity'`

// Shows numbering-05
test('64 approvals at once over two nodes: unique numbers, in sequence, without gaps, across the end of a block', async () => {
  const site = await testSite()
  const second = await testSite({ besides: site })
  const { deps } = site
  await deps.pool.query(keepEmails)
  await aMember(deps, { idNumber: 'ARRAPI-000-969' })
  const here = await site.signedIn(await anAdmin(deps))
  const there = new Visitor(second.url)
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  const applicants = await Promise.all(Array.from({ length: 64 }, () => anApplicant(deps)))

  const answers = await Promise.all(
    applicants.map(({ id }, n) => {
      const admin = n % 2 ? here : there
      return admin.post<{ approved: { idNumber: string }[] }>('/api/approvals', { applicants: [{ id, version: 1 }] })
    }),
  )
  const given = answers.map(({ approved }) => approved[0]?.idNumber).toSorted()
  expect(given).toEqual(numbersAfter('ARRAPI-000-969', 64))
  expect(given).toContain('ARRAPI-001-001')
  const { rows } = await deps.pool.query(`select count(*) as messages, count(distinct "to") as people from emails`)
  expect(rows[0]).toEqual({ messages: 64, people: 64 })
  expect(await verifyAudit(deps.db)).toMatchObject({ ok: true })
  await second.stop()
  await site.stop()
})

const login = { email: 'admin@example.org', password: 'a long password' }

/** The real site as a process of its own, with its administrator logged in. */
async function start(databaseUrl: string, dataDir: string): Promise<{ child: ChildProcess; admin: Visitor }> {
  const child = spawn(process.execPath, [join(projectRoot, 'src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl.replace('@/', '@localhost/'),
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
      // Without a name, nothing but the name is open to them.
      ADMIN_NAME: 'Pilar Peña',
    },
  })
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const port = /open at \S+:(\d+)/.exec(said)?.[1]
    if (!port) continue
    const admin = new Visitor(`http://127.0.0.1:${port}`)
    const answer = await admin.logIn(login.email, login.password)
    if (answer.status !== 200) throw new Error(`login failed: ${answer.message}`)
    return { child, admin }
  }
  throw new Error(`The site did not start: ${said}`)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const addApplicants = (database: OpenDatabase, count: number) =>
  database.pool.query(
    `insert into users (first_name, last_name, email, military_serial, birthday, region, ms, rank, unit_assignment, created_at)
     select 'JUAN', 'SANTOS', 'applicant' || n || '@example.org', 'O-' || n, '1964-10-05', 'NCR', 'PA', 'CPT', '1302ND RRIBN',
       now() - ($1 - n) * interval '1 second' from generate_series(1, $1::int) n`,
    [count],
  )

// Shows approval-12, numbering-05
test('all of 10,000 applicants, the server killed again and again: everybody once, in order, without gaps', async () => {
  const people = 10_000
  const scratch = await scratchDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'approval-faults-'))
  const database = openDatabase(scratch.config, createLog('silent'))
  let running = await start(scratch.url, dataDir)
  try {
    await database.pool.query(keepEmails)
    await addApplicants(database, people)
    const appliedUntil = Date.now()
    const next = () =>
      running.admin.post<{ approved: number; remaining: number }>('/api/approvals/all', { appliedUntil })

    // Killed at various moments of a batch, from its beginning to after its end, each time with some batches done.
    const ends: string[] = []
    for (const part of [0.05, 0.5, 0.8, 0.95, 3]) {
      const sent = performance.now()
      expect((await next()).approved).toBe(100)
      const batchMs = performance.now() - sent
      const batch = next().then(
        () => 'answered',
        () => 'cut',
      )
      await wait(part * batchMs)
      await kill(running.child)
      ends.push(await batch)
      running = await start(scratch.url, dataDir)
    }
    expect(ends).toContain('cut')

    const { rows: before } = await database.pool.query('select count(*) as done from users where id_number is not null')
    const [began, cpuBefore] = [performance.now(), cpuMs([running.child.pid ?? 0])]
    const batches: number[] = []
    for (let remaining = people; remaining > 0;) {
      const sent = performance.now()
      const answer = await next()
      expect(answer.status).toBe(200)
      remaining = answer.remaining
      batches.push(performance.now() - sent)
    }
    const seconds = (performance.now() - began) / 1000
    const approved = people - before[0].done
    const cpu = (cpuMs([running.child.pid ?? 0]) - cpuBefore) / approved
    process.stdout.write(
      `the last ${approved} approved in ${seconds.toFixed(1)} s: ${cpu.toFixed(2)} ms CPU each, a batch of 100 in ${median(batches).toFixed(0)} ms\n`,
    )

    const { rows } = await database.pool.query(
      `select id_number, military_serial from users where not is_admin order by created_at`,
    )
    expect(rows.map((row) => row.id_number)).toEqual(numbersAfter(null, people))
    const { rows: messages } = await database.pool.query(
      `select count(*) as messages, count(distinct "to") as people from emails join users on email = "to" and body like '%' || id_number || '%'`,
    )
    expect(messages[0]).toEqual({ messages: people, people })
    const { rows: entries } = await database.pool.query(
      `select count(*) as entries, count(distinct subject) as people from audit_log join users on id::text = subject
       where action = 'member approved' and entry::json -> 'detail' ->> 'idNumber' = id_number`,
    )
    expect(entries[0]).toEqual({ entries: people, people })
    const { rows: counts } = await database.pool.query('select state, people from member_counts order by state')
    expect(counts.map((row) => row.people)).toEqual([people, 0, 0])
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true })
  } finally {
    await kill(running.child)
    await database.pool.end()
    await scratch.drop()
    await rm(dataDir, { recursive: true })
  }
})

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { startScript } from '#tests/support/processes.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'

const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
afterAll(() => rm(folder, { recursive: true }))

/** As `npm run doctor` runs it, on what is installed. Nothing of the tests' own settings reaches it. */
async function doctor(env: Record<string, string>, ...args: string[]) {
  const script = startScript(join(projectRoot, 'scripts/doctor.ts'), {
    cwd: projectRoot,
    args,
    env: {
      DATABASE_URL: undefined,
      NODE_ENV: 'test',
      PORT: '1',
      NODE_OPTIONS: `--import ${pathToFileURL(join(projectRoot, 'src/server/commonjs-drizzle.ts')).href}`,
      ...env,
    },
  })
  return { code: await script.ended, said: script.said() }
}

describe('beside a site that runs', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await testSite({ env: { SITE_SECRET: secret } })
  })
  afterAll(() => site.stop())
  const secret = 'a secret that must not be shown to anybody'
  const settings = () => ({
    DATA_DIR: site.dataDir,
    PORT: new URL(site.url).port,
    DATABASE_URL: site.database.url.replace('@/', '@localhost/'),
    SITE_SECRET: secret,
    BACKUP_DIR: join(site.dataDir, 'backups'),
  })

  test('a site key that is not the database’s is told, as a start would tell it', async () => {
    const { code, said } = await doctor({ ...settings(), SITE_SECRET: 'another secret that does not fit at all' })
    expect(said).toContain('WRONG    Start: The site key differs')
    expect(code).toBe(2)
  })

  test('it says how everything is, names settings without their values, and a warning is exit code 1', async () => {
    const { code, said } = await doctor(settings())
    expect(said).toContain('The site runs here and is ready.')
    expect(said).toContain('The database replies.')
    expect(said).toContain('Saving works.')
    expect(said).toContain('The database is up to date.')
    expect(said).toContain('WARNING  Backup: There is no backup yet.')
    expect(said).toMatch(/These are set: .*DATABASE_URL.*SITE_SECRET/)
    expect(said).not.toMatch(/must not be shown|@localhost/)
    expect(said).not.toContain('WRONG')
    expect(code).toBe(1)
  })

  test('where all is well the exit code is 0', async () => {
    await site.pool.query(
      `insert into backups (kind, state, place, name, bytes, finished_at) values ('manual', 'done', 'folder', 'b', 5000000, now())`,
    )
    const { code, said } = await doctor(settings())
    const warnings = said.split('\n').filter((line) => line.startsWith('WARNING'))
    // The machine of a test may have a clock that nobody synchronises.
    const others = warnings.filter((line) => !line.startsWith('WARNING  Time:'))
    expect([others, code]).toEqual([[], warnings.length > 0 ? 1 : 0])
    await site.pool.query('delete from backups')
  })

  test('a database that lacks a migration is told apart from one of a newer version', async () => {
    const { pool } = site
    const change = (add: number) =>
      pool.query('update drizzle.__drizzle_migrations set created_at = created_at + $1 where id = 1', [add])
    await change(1)
    const { code, said } = await doctor(settings())
    await change(-1)
    expect([code, said.includes('The database was made by a newer version of the site.')]).toEqual([2, true])
    const { rows } = await pool.query(
      'delete from drizzle.__drizzle_migrations where id = 1 returning hash, created_at',
    )
    const lacking = await doctor(settings())
    await pool.query('insert into drizzle.__drizzle_migrations (id, hash, created_at) values (1, $1, $2)', [
      rows[0].hash,
      rows[0].created_at,
    ])
    expect(lacking.said).toContain('The database is 1 step behind this version of the site.')
    expect(lacking.code).toBe(1)
  })
})

describe('where the site does not run', () => {
  test('a database that does not reply is wrong, and the rest is still looked at', async () => {
    const { code, said } = await doctor({
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://site:a-password@127.0.0.1:1/site',
    })
    expect(said).toContain('The site is not running here')
    expect(said).toContain('WRONG    Database: The database does not reply (ECONNREFUSED).')
    expect(said).toMatch(/Disk space: .* is free/)
    expect(said).not.toMatch(/a-password|127\.0\.0\.1/)
    expect(code).toBe(2)
  })

  test('a database that cannot be started is wrong, and says why', async () => {
    const broken = join(folder, 'broken')
    await mkdir(join(broken, 'pg'), { recursive: true })
    await writeFile(join(broken, 'pg', 'PG_VERSION'), '9')
    const { code, said } = await doctor({ DATA_DIR: broken })
    expect(said).toMatch(/WRONG {4}Database: .*broken/)
    expect(said).toMatch(/Disk space: .* is free/)
    expect(code).toBe(2)
  })

  test('a new installation is only told so, and nothing is made', async () => {
    const dataDir = join(folder, 'new')
    const { code, said } = await doctor({ DATA_DIR: dataDir })
    expect(said).toContain('There is no database yet: the first start creates it.')
    expect([code, existsSync(dataDir)]).toEqual([1, false])
  })

  test('a setting that cannot be read is named', async () => {
    const { code, said } = await doctor({ DATA_DIR: folder, PUBLIC_URL: 'nowhere' })
    expect(said).toContain('The setting PUBLIC_URL must be an address that begins with http:// or https://.')
    expect(code).toBe(2)
  })
})

describe('a test email', () => {
  let server: SMTPServer
  let port: number
  const recipients: string[] = []
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        recipients.push(address)
        done(
          address.startsWith('no') ? Object.assign(new Error('5.7.1 not owned by user'), { responseCode: 550 }) : null,
        )
      },
      onData(stream, _session, done) {
        stream.resume().on('end', done)
      },
    })
    port = await new Promise<number>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
    })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

  test.each([
    ['yes@example.org', 'ok       Test email: The mail server accepted the test email to yes@example.org (250)', 1],
    [
      'no@example.org',
      'WRONG    Test email: The test email was not sent. The mail server refused: 550 5.7.1 not owned by user',
      2,
    ],
  ])('to %s is really sent, and the reply of the mail server is shown', async (to, line, exit) => {
    const env = { DATA_DIR: join(folder, 'mail'), SMTP_URL: `smtp://127.0.0.1:${port}` }
    const { code, said } = await doctor(env, '--send-test-email', to)
    expect(said).toContain(line)
    expect(recipients).toContain(to)
    expect(code).toBe(exit)
  })

  test('where nobody replies is not called refused', async () => {
    const env = { DATA_DIR: join(folder, 'mail'), SMTP_URL: 'smtp://user:a-password@127.0.0.1:1' }
    const { code, said } = await doctor(env)
    expect(said).toContain('WRONG    Mail server: Nothing replies at 127.0.0.1:1 (SMTP_URL).')
    expect([said.includes('a-password'), code]).toEqual([false, 2])
  })

  test('to what is no address is refused with how to ask', async () => {
    const { code, said } = await doctor({ DATA_DIR: folder }, '--send-test-email', 'nobody')
    expect([said.trim(), code]).toEqual(['npm run doctor [-- --send-test-email you@example.org]', 2])
  })
})

import { createHash } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifyAudit } from '#server/audit/audit.ts'
import { readConfig } from '#server/config.ts'
import { uploads } from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'
import type { Entry } from '#server/operations/backup/archive.ts'
import { readBackupFile, writeBackupFile } from '#server/operations/backup/backup-file.ts'
import { trailerSchema, type Trailer } from '#server/operations/backup/check-backup.ts'
import { checkFile } from '#server/operations/backup/commands.ts'
import { boardSeed, writeErasedList } from '#server/operations/backup/erased-members.ts'
import { startSite } from '#server/site.ts'
import { backupFailures } from '#shared/operations/backup/backup.ts'
import {
  atTerminal,
  backUpTo,
  removeFolder,
  restoreTo,
  scratchFolder,
  wholeDatabase,
  wholeFolder,
} from '#tests/support/backup.ts'
import { scratchDatabase, type ScratchDatabase } from '#tests/support/database.ts'
import { choicesFrom, countNow, vote, votingOpens } from '#tests/support/election.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, Visitor } from '#tests/support/site.ts'

const clock = { now: votingOpens }
let voter: Someone
/** As the database was when the backup was made. */
let state: Record<string, string[]>
/** What a restore changes on purpose: the record of the backup itself, and a note about where the site is from. */
const changedByRestore = ['backups', 'installation', 'nodes']

const envOf = (database: ScratchDatabase, dataDir: string, more: Record<string, string> = {}) => ({
  NODE_ENV: 'test',
  DATABASE_URL: database.url.replace('@/', '@localhost/'),
  DATA_DIR: dataDir,
  ...more,
})
const ownEnv = () =>
  envOf(site.database, site.dataDir, { PUBLIC_URL: 'https://example.org', SMTP_URL: 'smtp://u:p@mail' })

const hasNoTables = async (database: ScratchDatabase) =>
  expect(await query(database, `select from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual([])

/** An empty database and an empty folder, with the key that opens the backups of the site. */
async function emptyTarget(more: Record<string, string> = {}) {
  const database = await scratchDatabase({ empty: true })
  const dataDir = await scratchFolder()
  onTestFinished(async () => {
    await database.drop()
    await removeFolder(dataDir)
  })
  const key = { BACKUP_KEY_FILE: join(site.dataDir, 'backup.key') }
  return { database, dataDir, env: envOf(database, dataDir, { ...key, ...more }) }
}

/** The jobs of the site go on: the first backup before and after which the database was the same. */
async function backUpAtRest(): Promise<string> {
  for (let tries = 0; tries < 10; tries++) {
    state = await wholeDatabase(site.database, changedByRestore)
    const made = await backUpTo(folder, ownEnv(), keysFolder)
    const after = await wholeDatabase(site.database, changedByRestore)
    if (JSON.stringify(after) === JSON.stringify(state)) return made
  }
  throw new Error('the site did not come to rest')
}

const there = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const sentenceOf = (running: Promise<unknown>) =>
  running.then(
    () => 'it was not refused',
    (error: Error) => error.message,
  )

async function query(database: ScratchDatabase, text: string, values: unknown[] = []) {
  const client = new pg.Client(database.config)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const unvoted = '00000000-0000-4000-8000-000000000000'

const site = await testSite({ clock: { now: () => clock.now } })
const admin = await site.anAdmin()
const election = await site.theElection()
const slate = await site.aSlate()
for (let n = 0; n < 25; n++) {
  voter = await site.aMember()
  const { signature } = await vote(await site.signedIn(voter), election, { choices: choicesFrom(slate, n) })
  expect(signature).toBeDefined()
}
await site.countNow()
// The key of an election in which nobody has voted yet.
await site.pool.query(`insert into installation (key, value) values ('vault ${unvoted}', 'abc')`)
await site.aWholeMember()
await site.aVideo()
const folder = await scratchFolder()
/** Kept apart from the backup; in the same folder they are refused. */
const keysFolder = join(folder, 'keys')
const keysOf = (backup: string) => join(keysFolder, basename(backup).replace(/\.backup$/, '.ballot-keys'))
const file = await backUpAtRest()
afterAll(async () => {
  await site.stop()
  await removeFolder(folder)
})

describe('a backup', () => {
  test('restored elsewhere is the same site, row by row and byte by byte', async () => {
    const target = await emptyTarget()
    const said = await restoreTo(target.env, file)
    expect(await wholeDatabase(target.database, changedByRestore)).toEqual(state)
    expect(await wholeFolder(target.dataDir)).toEqual(await wholeFolder(site.dataDir))
    expect(await readFile(join(target.dataDir, 'site.key'), 'utf8')).toBe(
      await readFile(join(site.dataDir, 'site.key'), 'utf8'),
    )
    expect(said.join('\n')).toMatch(/The site is as it was at \d{4}-.*\n.*\d+ members.*25 ballots.*files of/)
    expect(await readdir(target.dataDir)).not.toContain('vault')
    // Without its keys the ballots of the one stay sealed, and nobody makes another roll of it; the other makes another key.
    const marks = await query(target.database, `select key from installation where key like 'vault %' order by key`)
    expect(marks).toEqual([{ key: `vault ${election}` }, { key: `vault ${election} roll` }])
    // The backups of the old machine lie in the folder of the old machine.
    expect(await query(target.database, 'select name from backups')).toEqual([])
  })

  test('restored with the keys of ballots it goes on: people log in, the log is whole, and ballots are counted once an administrator has said in public why', async () => {
    const target = await emptyTarget()
    await restoreTo(target.env, file, { ballotKeys: keysOf(file) })
    const config = readConfig({ ...target.env, PORT: '0', HOST: '127.0.0.1' })
    // By its own clock, which is past the close.
    const restored = await startSite(config, target.database.config, createLog('silent'))
    onTestFinished(() => restored.stop())
    const desk = new Visitor(restored.url)
    expect((await new Visitor(restored.url).logIn(voter.serial, voter.password)).status).toBe(200)
    expect((await desk.logIn(admin.email, admin.password)).status).toBe(200)
    const text = 'select count(*)::int as ballots, count(*) filter (where counted)::int as counted from ballots'
    const counted = async () => {
      await countNow(restored.deps)
      return (await query(target.database, text))[0]
    }
    const { signed } = restored.deps
    // While voting is open the last ballots wait for company: how many depends on when the job ran.
    const [before] = await query(site.database, text)
    expect(before.counted).toBeLessThan(25)
    expect(await counted()).toEqual(before)
    await expect(signed.recent(election)).rejects.toMatchObject({ difference: { check: 'restored' } })
    const rollback = () =>
      desk.post(`/api/elections/${election}/rollback`, { reason: 'The disk of the server failed.' })
    expect((await rollback()).status).toBe(200)
    expect(await rollback()).toMatchObject({ status: 409, code: 'rollback-not-needed' })
    // The site's own job may be at it meanwhile.
    await expect.poll(counted).toEqual({ ballots: 25, counted: 25 })
    expect((await signed.recent(election)).chain.at(-1)).toMatchObject({ type: 'rollback/1', lost: [] })
    expect(await verifyAudit(restored.deps.db)).toMatchObject({ ok: true })
    // Every trigger is at work again.
    await expect(query(target.database, 'delete from audit_log')).rejects.toThrow()
  })

  test('keys of ballots go into a folder of their own, and where they are already a restore finds them', async () => {
    expect(await sentenceOf(backUpTo(folder, ownEnv(), folder))).toContain('choose a different folder')
    const target = await emptyTarget()
    await cp(join(site.dataDir, 'vault'), join(target.dataDir, 'vault'), { recursive: true })
    const said = await restoreTo(target.env, file, { keepFiles: true })
    expect(said.join()).not.toContain('the key to the ballots is missing')
  })

  test('is one file that only its owner may read, beside a list of erased members, and nothing unfinished', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(site.dataDir, 'backup.key'))).mode & 0o777).toBe(0o600)
    const names = await readdir(folder)
    expect(names).toContain('erased-members.json')
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
    const bytes = await readFile(file)
    for (const secret of ['DELA CRUZ', voter.serial, 'users', 'https://example.org'])
      expect(bytes.includes(secret)).toBe(false)
  })

  test('is recorded with what it came to', async () => {
    const rows = await query(site.database, 'select * from backups where name = $1', [basename(file)])
    const { size } = await stat(file)
    const files = Object.keys(await wholeFolder(site.dataDir)).length
    expect(rows).toEqual([
      expect.objectContaining({ kind: 'manual', state: 'done', place: 'folder', files, bytes: size, error: null }),
    ])
  })

  test('puts the dates of those right that a clock which was ahead has made', async () => {
    await query(
      site.database,
      `insert into backups (kind, state, place, name, started_at, finished_at)
       values ('scheduled', 'done', 'folder', 'ahead', now() + interval '2 days', now() + interval '2 days')`,
    )
    await backUpTo(folder, ownEnv())
    const [ahead] = await query(
      site.database,
      `delete from backups where name = 'ahead' returning finished_at < now() as past`,
    )
    expect(ahead).toEqual({ past: true })
  })

  test('says what it holds when it is checked, and that it is damaged when it is', async () => {
    const terminal = atTerminal(ownEnv())
    await checkFile(terminal, file)
    expect(terminal.said.join('\n')).toMatch(/The backup is sound.*25 ballots/s)
    const damaged = join(folder, 'damaged')
    const bytes = await readFile(file)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await writeFile(damaged, bytes)
    expect(await sentenceOf(checkFile(terminal, damaged))).toContain(backupFailures.damaged)
    expect(await sentenceOf(checkFile(terminal, join(folder, 'nowhere')))).toContain(backupFailures['no-such-file'])
  })

  test('holds no row in the order in which it was written', async () => {
    const target = await emptyTarget()
    await restoreTo(target.env, file)
    const tiles = await query(target.database, `select election_id, to_char(tile, '000000') as place from board_tiles`)
    const keys = tiles.map((row) => JSON.stringify(row))
    expect(keys).toEqual(keys.toSorted())
    const ballots = (await query(target.database, 'select voter_id from ballots')).map((row) => row['voter_id'])
    expect(ballots).toEqual(ballots.toSorted())
  })

  test('of a file that is gone says so loudly if its record is still there', async () => {
    const [{ path } = { path: '' }] = await site.db
      .select({ path: uploads.path })
      .from(uploads)
      .where(eq(uploads.bucket, 'media'))
      .limit(1)
    const bytes = await readFile(join(site.dataDir, 'files', path))
    await rm(join(site.dataDir, 'files', path))
    onTestFinished(() => writeFile(join(site.dataDir, 'files', path), bytes))
    const made = await backUpTo(folder, ownEnv())
    const terminal = atTerminal(ownEnv())
    await checkFile(terminal, made)
    expect(terminal.said.join('\n')).toContain(`WARNING: 1 file is on record but missing`)
    expect(terminal.said.join('\n')).toContain(path)
  })

  test('by a passphrase needs no file', async () => {
    const passphrase = { BACKUP_PASSPHRASE: 'ang puno ng mangga' }
    const made = await backUpTo(folder, { ...ownEnv(), ...passphrase })
    const target = await emptyTarget({ BACKUP_KEY_FILE: '', ...passphrase })
    await restoreTo(target.env, made)
    expect(Object.keys(await wholeFolder(target.dataDir)).length).toBeGreaterThan(0)
    const other = await emptyTarget({ BACKUP_KEY_FILE: '', BACKUP_PASSPHRASE: 'ang puno ng niyog' })
    expect(await sentenceOf(restoreTo(other.env, made))).toContain(backupFailures['wrong-passphrase'])
  })
})

describe('a restore refuses, and leaves everything as it was,', () => {
  async function refuses(env: Record<string, string>, from: string, sentence: string) {
    const dataDir = env['DATA_DIR'] ?? ''
    const before = await readdir(dataDir, { recursive: true })
    expect(await sentenceOf(restoreTo(env, from))).toContain(sentence)
    expect(await readdir(dataDir, { recursive: true })).toEqual(before)
  }
  test('a damaged file, a cut-off one, a foreign one, and one of another key', async () => {
    const target = await emptyTarget()
    const bytes = await readFile(file)
    const at = join(folder, 'x.backup')
    for (const [content, sentence] of [
      [bytes.subarray(0, -1), backupFailures.damaged],
      [Buffer.concat([bytes.subarray(0, -20), Buffer.alloc(20)]), backupFailures.damaged],
      [Buffer.from('PGDMP'.repeat(100)), backupFailures.foreign],
    ] as const) {
      await writeFile(at, content)
      await refuses(target.env, at, sentence)
    }
    const otherKey = join(folder, 'other.key')
    await writeFile(otherKey, '0'.repeat(64))
    await refuses({ ...target.env, BACKUP_KEY_FILE: otherKey }, file, backupFailures['wrong-key'])
    await refuses({ ...target.env, BACKUP_KEY_FILE: join(folder, 'no.key') }, file, backupFailures['key-missing'])
    await hasNoTables(target.database)
  })

  /** As somebody who has the key would make it. */
  async function forged(change: (entries: Entry[], trailer: Trailer) => void): Promise<string> {
    const key = { bytes: Buffer.from(await readFile(join(site.dataDir, 'backup.key'), 'utf8'), 'hex') }
    const source = (async function* () {
      yield await readFile(file)
    })()
    const entries: Entry[] = []
    for await (const { header, body, footer } of readBackupFile(source, async () => key, 'site')) {
      const bytes = await buffer(body)
      entries.push({ header, body: once(bytes), rows: () => footer()?.rows ?? 0 })
      if (header.type !== 'table') delete entries.at(-1)?.rows
      if (header.type !== 'trailer') continue
      const trailer = trailerSchema.parse(JSON.parse(bytes.toString()))
      entries.pop()
      change(entries, trailer)
      entries.push({ header, body: once(Buffer.from(JSON.stringify(trailer))) })
    }
    const at = join(folder, 'forged.backup')
    const all = (async function* () {
      yield* entries
    })()
    await writeFile(at, await buffer(writeBackupFile(all, key, 'site')))
    return at
  }
  async function* once(bytes: Buffer) {
    yield bytes
  }
  const emptySum = createHash('sha256').digest('hex')

  test.each<[string, (entries: Entry[], trailer: Trailer) => void]>([
    [
      'a table of the database itself',
      (entries, trailer) => {
        const header: Entry['header'] = { type: 'table', name: 'pg_authid', columns: ['oid'] }
        entries.push({ header, body: once(Buffer.alloc(0)), rows: () => 0 })
        trailer.tables.push({ name: 'pg_authid', rows: 0, sha256: emptySum })
      },
    ],
    [
      'a table less',
      (entries, trailer) => {
        entries.splice(
          entries.findIndex(({ header }) => header.type === 'table' && header.name === 'audit_log'),
          1,
        )
        trailer.tables = trailer.tables.filter(({ name }) => name !== 'audit_log')
      },
    ],
    [
      'a file outside of the storage',
      (entries, trailer) => {
        const header = { type: 'file', path: '../site.key', mime: 'x/y', size: 0, sha256: emptySum } as const
        entries.push({ header, body: once(Buffer.alloc(0)) })
        trailer.files += 1
      },
    ],
  ])('a backup with %s', async (_what, change) => {
    const target = await emptyTarget()
    expect(await sentenceOf(restoreTo(target.env, await forged(change)))).toContain(backupFailures.damaged)
    await hasNoTables(target.database)
  })

  test('a SITE_SECRET, or a site.key beside files that stay, that is not the key of the backup’s site', async () => {
    const target = await emptyTarget()
    await refuses({ ...target.env, SITE_SECRET: 'x'.repeat(40) }, file, backupFailures['other-site-secret'])
    await writeFile(join(target.dataDir, 'site.key'), 'x'.repeat(64))
    const restoring = restoreTo(target.env, file, { keepFiles: true })
    expect(await sentenceOf(restoring)).toContain(backupFailures['other-site-key'])
    await hasNoTables(target.database)
  })

  test('the keys of ballots in the place of a site', async () => {
    const target = await emptyTarget()
    await refuses(target.env, keysOf(file), backupFailures['other-content'])
  })

  test('a backup with migrations that this version does not know', async () => {
    const other = await testSite()
    onTestFinished(() => other.stop())
    await query(
      other.database,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`,
    )
    const made = await backUpTo(folder, envOf(other.database, other.dataDir))
    const target = await emptyTarget({ BACKUP_KEY_FILE: join(other.dataDir, 'backup.key') })
    await refuses(target.env, made, backupFailures.newer)
    await hasNoTables(target.database)
  })

  test('a database that has tables', async () => {
    const target = await emptyTarget()
    await query(target.database, 'create table mine (id int)')
    await refuses(target.env, file, backupFailures['target-not-empty'])
    expect(
      await query(target.database, `select tablename from pg_tables where schemaname in ('public', 'drizzle')`),
    ).toEqual([{ tablename: 'mine' }])
  })

  test.each(['site.key', 'vault/x.key', 'files/media/a.webp'])('a data folder that has %s', async (name) => {
    const target = await emptyTarget()
    await mkdir(join(target.dataDir, name, '..'), { recursive: true })
    await writeFile(join(target.dataDir, name), 'mine')
    await refuses(target.env, file, backupFailures['target-not-empty'])
    await hasNoTables(target.database)
  })
})

test('a member who was erased after the backup is erased again, with their files', async () => {
  const whole = await site.aWholeMember()
  const paths = (await query(site.database, 'select path from uploads where owner_id = $1', [whole.id])).map(
    (row) => row['path'] as string,
  )
  expect(paths.length).toBeGreaterThan(2)
  const made = await backUpTo(folder, ownEnv())
  const erasedAt = '2025-04-01T08:00:00.000Z'
  const list = join(folder, 'later.json')
  const members = [{ id: whole.id, erasedAt }]
  await writeFile(list, writeErasedList(members, await boardSeed(readConfig(ownEnv()))))

  const kept = await emptyTarget()
  await restoreTo(kept.env, made)
  const [before] = await query(kept.database, 'select first_name from users where id = $1', [whole.id])
  expect(before?.['first_name']).not.toBe('ERASED')

  const target = await emptyTarget()
  const said = await restoreTo(target.env, made, { erased: list })
  expect(said.join('\n')).toContain('1 member was erased again')
  const [row] = await query(target.database, 'select first_name, email, erased_at from users where id = $1', [whole.id])
  expect(row).toEqual({ first_name: 'ERASED', email: null, erased_at: Date.parse(erasedAt) })
  for (const path of paths) {
    expect(await there(join(kept.dataDir, 'files', path))).toBe(true)
    expect(await there(join(target.dataDir, 'files', path))).toBe(false)
  }
})

/** Those of all lists beside the backups. */
const listedThere = async () =>
  (JSON.parse(await readFile(join(folder, 'erased-members.json'), 'utf8')) as { lists: { members: object[] }[] }).lists

test('a list of erased members that somebody else wrote is refused before anything is restored, and a site writes its own beside', async () => {
  const made = await backUpTo(folder, ownEnv())
  const [first, ...others] = await listedThere()
  const added = { id: (await site.aMember()).id, erasedAt: '2025-04-01T08:00:00.000Z' }
  const target = await emptyTarget()
  const forged = join(folder, 'forged.json')
  const bent = { lists: [first, ...others].map((list) => ({ ...list, members: [...(list?.members ?? []), added] })) }
  for (const list of [bent, { members: [added] }, { lists: [] }, 'none']) {
    await writeFile(forged, JSON.stringify(list))
    await expect(restoreTo(target.env, made, { erased: forged })).rejects.toThrow(backupFailures['other-erased-list'])
  }
  await hasNoTables(target.database)

  await writeFile(join(folder, 'erased-members.json'), JSON.stringify(bent))
  const again = await backUpTo(folder, ownEnv())
  expect((await restoreTo(target.env, again)).join()).not.toContain('erased again')
})

test('the list beside the backups names who was erased, and never forgets', async () => {
  const member = await site.aMember()
  await query(
    site.database,
    `update users set erased_at = '2025-05-01T00:00:00Z', withdrawn_at = now() where id = $1`,
    [member.id],
  )
  await backUpTo(folder, ownEnv())
  await query(site.database, `update users set erased_at = null where id = $1`, [member.id])
  await backUpTo(folder, ownEnv())
  const members = (await listedThere()).flatMap((list) => list.members)
  expect(members).toContainEqual({ id: member.id, erasedAt: '2025-05-01T00:00:00.000Z' })
})

test('the settings come along, except those of the machine and of ballots', async () => {
  const made = await backUpTo(folder, { ...ownEnv(), VAULT_KEY: 'a'.repeat(64), PORT: '4000' })
  const target = await emptyTarget()
  await restoreTo(target.env, made)
  const settings = join(target.dataDir, 'restored-settings.env')
  expect(await readFile(settings, 'utf8')).toBe(`PUBLIC_URL='https://example.org'\nSMTP_URL='smtp://u:p@mail'\n`)
  expect((await stat(settings)).mode & 0o777).toBe(0o600)
})

test('a role that owns its database and is nothing more can back up and restore', async () => {
  const target = await emptyTarget()
  const [name] = await query(target.database, 'select current_database() as name')
  const role = `owner_${process.pid}`
  await query(target.database, `create role ${role} login`)
  await query(target.database, `alter database "${name?.['name']}" owner to ${role}`)
  onTestFinished(async () => {
    await query(target.database, `reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
  })
  const env = { ...target.env, DATABASE_URL: target.env.DATABASE_URL.replace(/\/\/[^@]*@/, `//${role}@`) }
  await restoreTo(env, file)
  expect(await wholeDatabase(target.database, changedByRestore)).toEqual(state)
  const again = await backUpTo(folder, { ...env, BACKUP_KEY_FILE: join(site.dataDir, 'backup.key') })
  expect(again).not.toBe(file)
})

test('an unfinished restore keeps the site from starting, and can be run again by the same backup only', async () => {
  const target = await emptyTarget()
  await restoreTo(target.env, file)
  // As after a kill in the middle of the files.
  await query(target.database, `create table drizzle.unfinished_restore as select 'another'::text as backup`)
  const config = readConfig({ ...target.env, PORT: '0', HOST: '127.0.0.1' })
  const starting = startSite(config, target.database.config, createLog('silent'))
  expect(await sentenceOf(starting)).toContain('was not finished')
  await writeFile(join(target.dataDir, 'restore-unfinished'), 'another')
  expect(await sentenceOf(restoreTo(target.env, file))).toContain(backupFailures['other-restore-unfinished'])

  const [mine] = await query(target.database, `select value from installation where key = 'restored from'`)
  await query(target.database, 'update drizzle.unfinished_restore set backup = $1', [mine?.['value']])
  await writeFile(join(target.dataDir, 'restore-unfinished'), mine?.['value'] as string)
  await query(target.database, `delete from voter_emails; delete from turnout`)
  await restoreTo(target.env, file)
  expect(await wholeDatabase(target.database, changedByRestore)).toEqual(state)
  expect(await there(join(target.dataDir, 'restore-unfinished'))).toBe(false)
})

test('no table has a sequence, which a restore would have to set', async () => {
  expect(await query(site.database, `select sequencename from pg_sequences where schemaname = 'public'`)).toEqual([])
})

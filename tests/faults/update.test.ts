import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { scratchDatabase } from '#tests/support/database.ts'
import { linkPackages, projectCopy, queryOnce, startScript, until } from '#tests/support/processes.ts'

/** A checkout of the project in version 0.1.0, from which a site runs, and the versions that a test tags there. */
let project: ReturnType<typeof projectCopy>
let site: ReturnType<typeof startScript>
let port: number
let away: ReturnType<typeof watchAbsence>
let openedMs: number

const sources = ['src', 'scripts', 'verifier', 'package.json', 'package-lock.json', 'vite.config.ts']

beforeEach(async () => {
  project = projectCopy(...sources, 'dist')
  // Root's database runs as another user, who has to pass through.
  chmodSync(project.folder, 0o711)
  linkPackages(project.folder)
  git('init', '--quiet')
  tag('v0.1.0', {})
  port = await freePort()
  const began = Date.now()
  site = startScript('scripts/start.mjs', { cwd: project.folder, env })
  await until(() => site.said().includes('The site is open'))
  openedMs = Date.now() - began
  away = watchAbsence()
})
afterEach(async () => {
  await away.end()
  expect(await site.stop(), site.said()).toBe(0)
  expect(readdirSync(project.at('.setup')).filter((name) => !name.startsWith('backup-'))).toEqual([])
  project.remove()
})

const env: Record<string, string | undefined> = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  // Not set at all, so that .env can.
  DATABASE_URL: undefined,
  DATA_DIR: undefined,
}
const said = { update: '' }

async function update(args: string[] = [], more: Record<string, string> = {}) {
  const script = startScript('scripts/update.mjs', { cwd: project.folder, args, env: { ...env, ...more } })
  const code = await script.ended
  said.update = script.said()
  return code
}

const runs = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).text()
const migrations = 'src/server/db/migrations'

test(
  'an update is prepared while the site runs, which is then away for as long as a restart takes',
  { timeout: 600_000 },
  async () => {
    const journal = JSON.parse(readFileSync(project.at(migrations, 'meta/_journal.json'), 'utf8'))
    journal.entries.push({ idx: 99, version: '7', when: 4102444800000, tag: '0099_later', breakpoints: true })
    tag('v0.2.0', {
      [`${migrations}/meta/_journal.json`]: JSON.stringify(journal),
      [`${migrations}/0099_later.sql`]: 'CREATE TABLE later (id integer);',
    })
    expect(await update(), said.update + site.said()).toBe(0)
    expect(said.update).toMatch(
      /^Preparing version 0\.2\.0\. The site keeps running\.\nStarting it on trial, with an empty database\.\nVersion 0\.2\.0 runs\. The site was away for \d+ s\.\n$/,
    )
    expect(site.said()).toContain('Making a backup before the update.')
    expect(await runs()).toBe('ready')
    // The stop, the backup and the new version's start; the preparation is not among it.
    expect(away.longestMs()).toBeLessThan(3 * openedMs + 5_000)

    expect(await update()).toBe(0)
    expect(said.update).toBe('There is no newer release than 0.2.0.\n')

    // The version before cannot use this database, which is found out while the site runs; with the backup it can.
    expect(await update(['v0.1.0'])).toBe(1)
    const [, command = ''] = /npm run update -- (v0\.1\.0 --restore \S+)/.exec(said.update) ?? []
    expect(said.update).toContain(
      'Version 0.1.0 was not installed, and nothing was changed: The database was brought up',
    )
    expect(await runs()).toBe('ready')
    expect(await update(command.split(' ')), said.update + site.said()).toBe(0)
    expect(await runs()).toBe('ready')
    expect(readdirSync(project.at('data')).filter((name) => name.startsWith('pg-kept-'))).toHaveLength(1)
  },
)

test('what fails while a version is prepared leaves the one that runs alone, and says so', async () => {
  const other = readFileSync(project.at('package-lock.json'), 'utf8').replace(
    '"node_modules/zod"',
    '"node_modules/zot"',
  )
  tag('v0.2.0', { 'package-lock.json': other })
  const registry = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
  expect(await update([], { ...registry, npm_config_cache: project.at('cache') })).toBe(1)
  expect(said.update).toMatch(
    /Version 0\.2\.0 was not installed, and nothing was changed: The packages could not be installed: the package registry does not reply \(\w+\)\.\n$/,
  )

  tag('v0.3.0', { 'src/web/entry-server.tsx': 'export const = ' }, 'v0.1.0')
  expect(await update()).toBe(1)
  expect(said.update).toContain(
    'Version 0.3.0 was not installed, and nothing was changed: The pages could not be built',
  )

  tag('v0.4.0', { 'src/server/main.ts': `throw new Error('a fault of this version')` }, 'v0.1.0')
  expect(await update()).toBe(1)
  expect(said.update).toMatch(
    /Version 0\.4\.0 was not installed, and nothing was changed: It does not start: .*a fault of this version/,
  )

  expect(away.longestMs()).toBe(0)
  expect(git('describe', '--tags').trim()).toBe('v0.1.0')
  expect(site.said().match(/The site is open/g)).toHaveLength(1)
})

test('anew, the version that runs makes a backup, which the next one restores beside the old database', async () => {
  tag('v0.2.0', {})
  expect(await update(['v0.2.0', '--anew']), said.update + site.said()).toBe(0)
  expect(said.update).toContain('Version 0.2.0 runs. The site was away for ')
  expect(await runs()).toBe('ready')
  expect(readdirSync(project.at('data')).filter((name) => name.startsWith('pg-kept-'))).toHaveLength(1)
  expect(site.said().match(/first administrator/g)).toHaveLength(1)
})

test('a version that opened on trial and not in earnest gives its place back', async () => {
  const main = readFileSync(project.at('src/server/main.ts'), 'utf8')
  const fails = `if (!process.env.DATA_DIR) { console.error('not here'); process.exit(1) }`
  tag('v0.2.0', { 'src/server/main.ts': `${fails}\n${main}` })
  expect(await update()).toBe(1)
  expect(said.update).toContain('Version 0.2.0 failed. It did not start. See the log of the site')
  expect(said.update).toContain('Version 0.1.0 runs again.')
  expect(await runs()).toBe('ready')
  expect(git('describe', '--tags').trim()).toBe('v0.1.0')
})

test('an update that is killed leaves the old version running, which says so', { timeout: 600_000 }, async () => {
  tag('v0.2.0', { 'src/server/later.ts': 'export {}' })
  const cutShort = () =>
    site.said().match(/The update to 0\.2\.0 was interrupted, and 0\.1\.0 is back in place\./g)?.length ?? 0
  const opened = () => site.said().match(/The site is open/g)?.length
  const isAsBefore = async (times: number) => {
    await until(() => opened() === 1 + times)
    expect(cutShort()).toBe(times)
    expect(await runs()).toBe('ready')
    expect(git('describe', '--tags').trim()).toBe('v0.1.0')
    expect(git('status', '--porcelain', '--', ...sources)).toBe('')
    expect(readdirSync(project.at('.setup'))).toEqual(['start.sock'])
  }

  const killed = startScript('scripts/update.mjs', { cwd: project.folder, env })
  await until(() => site.said().includes('Stopping …'))
  await killed.stop('SIGKILL')
  await isAsBefore(1)

  // Between the sources and the pages, as if git itself had been cut short, too.
  const hook = project.at('.git/hooks/post-checkout')
  writeFileSync(
    hook,
    `#!/bin/sh\nrm .git/hooks/post-checkout; echo half > src/server/main.ts; touch .git/index.lock; kill -9 $(cut -d' ' -f1 .setup/lock/owner)`,
  )
  chmodSync(hook, 0o755)
  expect(await update()).toBe('SIGKILL')
  await isAsBefore(2)

  expect(await update(), said.update + site.said()).toBe(0)
  expect(git('describe', '--tags').trim()).toBe('v0.2.0')
})

test('the data moves to a PostgreSQL server and back while the site is stopped, and stays where it is when that fails', async () => {
  const server = await scratchDatabase({ empty: true })
  onTestFinished(() => server.drop())
  const url = server.url.replace('@/', '@localhost/')
  const administrators = async (connection: pg.ClientConfig) =>
    (await queryOnce(connection, 'select email from users where id in (select user_id from administrators)')).length
  const move = async (target: string) => {
    const script = startScript('scripts/run.mjs', {
      cwd: project.folder,
      args: ['scripts/move-database.ts', target],
      env,
    })
    return { code: await script.ended, said: script.said() }
  }
  const settings = () => readFileSync(project.at('.env'), 'utf8')
  writeFileSync(project.at('.env'), '# ours\nMAIL_PER_HOUR=100\n')

  // Looked at before the site stops.
  const dead = await move('postgres://nobody@127.0.0.1:9/site')
  expect(dead.said).toMatch(/^The database does not reply: .*\. The site keeps its present database\.\n$/)
  const filled = await scratchDatabase()
  onTestFinished(() => filled.drop())
  expect((await move(filled.url.replace('@/', '@localhost/'))).said).toContain('This database has tables already.')
  expect(site.said()).not.toContain('Stopping …')
  expect(settings()).toBe('# ours\nMAIL_PER_HOUR=100\n')
  expect(await runs()).toBe('ready')

  const there = await move(url)
  expect(there.code, there.said + site.said()).toBe(0)
  expect(settings()).toBe(`# ours\nMAIL_PER_HOUR=100\nDATABASE_URL=${url}\n`)
  expect(await runs()).toBe('ready')
  expect(await administrators(server.config)).toBe(1)
  expect(existsSync(project.at('data/pg'))).toBe(false)

  const back = await move('embedded')
  expect(back.code, back.said + site.said()).toBe(0)
  expect(settings()).toBe('# ours\nMAIL_PER_HOUR=100\n')
  expect(await runs()).toBe('ready')
  expect(existsSync(project.at('data/pg'))).toBe(true)
  expect(site.said().match(/first administrator/g)).toHaveLength(1)
})

/** Commits what 0.1.0 is with these files in their place, under a tag, and leaves the folder as it was. */
function tag(name: string, files: Record<string, string>, on?: string): void {
  const was = on ? git('rev-parse', on).trim() : null
  const manifest = JSON.parse(readFileSync(project.at('package.json'), 'utf8'))
  writeFileSync(project.at('package.json'), JSON.stringify({ ...manifest, version: name.slice(1) }))
  for (const [file, content] of Object.entries(files)) writeFileSync(project.at(file), content)
  git('add', ...sources)
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', name)
  git('tag', name)
  if (existsSync(project.at('.setup'))) git('checkout', '--quiet', '--detach', was ?? 'v0.1.0')
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: project.folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port: free } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  Object.assign(env, { PORT: String(free), HOST: '127.0.0.1' })
  return free
}

/** Asks the site again and again, and remembers the longest time without a reply. */
function watchAbsence() {
  let longest = 0
  let lastSeen: number | null = null
  let ended = false
  const watching = (async () => {
    while (!ended) {
      const isThere = await fetch(`http://127.0.0.1:${port}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (isThere) lastSeen = null
      else longest = Math.max(longest, Date.now() - (lastSeen ??= Date.now()))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return {
    longestMs: () => longest,
    async end() {
      ended = true
      await watching
    },
  }
}

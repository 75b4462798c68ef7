import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { siteVersion } from '#server/site-version.ts'
import { until, linkPackages, projectCopy, startScript } from '#tests/support/processes.ts'

/** A later version of the project, with one more migration, and the data folder of a site. */
let later: ReturnType<typeof projectCopy>
let folder: string
beforeEach(() => {
  later = projectCopy('src', 'scripts', 'dist', 'package.json')
  linkPackages(later.folder)
  const manifest = JSON.parse(readFileSync(later.at('package.json'), 'utf8')) as object
  writeFileSync(later.at('package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }))
  const journalFile = later.at('src/server/db/migrations/meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: object[] }
  journal.entries.push({ idx: 99, version: '7', when: 4102444800000, tag: '0099_later', breakpoints: true })
  writeFileSync(journalFile, JSON.stringify(journal))
  writeFileSync(later.at('src/server/db/migrations/0099_later.sql'), 'CREATE TABLE later (id integer);')
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'going-back-')))
  // Root's database runs as another user, who has to pass through.
  chmodSync(folder, 0o711)
})
afterEach(() => {
  later.remove()
  rmSync(folder, { recursive: true, force: true })
})

const env = () => ({
  NODE_ENV: 'test',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  DATA_DIR: join(folder, 'data'),
  BACKUP_DIR: join(folder, 'backups'),
  DATABASE_URL: '',
})
const script = (cwd: string, file: string, ...args: string[]) => startScript(file, { cwd, args, env: env() })

/** Starts the site of that project and stops it again once it is open. */
async function startAndStop(cwd: string): Promise<string> {
  const site = script(cwd, 'src/server/main.ts')
  let over = false
  void site.ended.then(() => (over = true))
  await until(() => over || site.said().includes('The site is open'))
  expect(await site.stop(), site.said()).toBe(0)
  return site.said()
}

test('an update makes a backup first, and the version before goes back to it by the command that its start names', async () => {
  expect(await startAndStop(projectRoot)).not.toContain('backup')

  const updated = await startAndStop(later.folder)
  expect(updated).toContain('Making a backup before the update.')
  const file = /Backup made and read back: (\S+\.backup),/.exec(updated)?.[1]
  expect(file, updated).toBeDefined()

  const refused = script(projectRoot, 'src/server/main.ts')
  expect(await refused.ended, refused.said()).toBe(1)
  expect(refused.said().trim().split('\n').at(-1)).toMatch(
    new RegExp(
      `by version 99\\.0\\.0 of this site, and version ${RegExp.escape(siteVersion())} cannot use it\\. .*: npm run update -- v\\d+\\.\\d+\\.\\d+ --restore ${RegExp.escape(file ?? '')} \\(What was entered`,
    ),
  )
  // The later version can go on with it all the same.
  expect(await startAndStop(later.folder)).not.toContain('backup')

  // What the update does, once the version before is in its place. A backup that does not open leaves the database there.
  const restore = (backup: string) => script(projectRoot, 'scripts/restore.ts', backup, '--keep-files', '--set-aside')
  const pg = () => readdirSync(join(folder, 'data')).filter((name) => name.startsWith('pg'))
  expect(await restore('nowhere.backup').ended).toBe(1)
  expect(pg()).toEqual(['pg'])
  const restored = restore(file ?? '')
  expect(await restored.ended, restored.said()).toBe(0)
  expect(pg()).toEqual(['pg', expect.stringMatching(/^pg-kept-\d{4}-\d\d-\d\d$/)])
  expect(restored.said()).toContain('The database that was there is kept in ')
  expect(await startAndStop(projectRoot)).not.toContain('first administrator')
})

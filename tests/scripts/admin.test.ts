import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { startScript } from '#tests/support/processes.ts'
import { testSite } from '#tests/support/site.ts'

// Each call starts a process.
vi.setConfig({ testTimeout: 60_000 })

const site = await testSite({ env: { ADMIN_NAME: 'Pilar Peña' } })
afterAll(() => site.stop())

/** As `npm run admin` runs it, beside the site that is running. */
async function admin(...args: string[]) {
  const script = startScript(join(projectRoot, 'scripts/admin.ts'), {
    cwd: projectRoot,
    args,
    env: {
      NODE_ENV: 'test',
      PORT: '1',
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.database.url.replace('@/', '@localhost/'),
      NODE_OPTIONS: `--import ${pathToFileURL(join(projectRoot, 'src/server/commonjs-drizzle.ts')).href}`,
    },
  })
  return { code: await script.ended, said: script.said() }
}

test('the command line adds administrators by name and job, lists them, and resets a password', async () => {
  const added = await admin(
    'add',
    '--name',
    'Maria Santos',
    '--email',
    'Maria@Example.org',
    '--jobs',
    'elections,content',
  )
  const password = /Password for maria@example\.org: (\S+)/.exec(added.said)?.[1] ?? ''
  const visitor = site.visitor()
  expect(await visitor.logIn('maria@example.org', password), added.said).toMatchObject({ status: 200 })
  expect(await visitor.get('/api/accounts/me')).toMatchObject({
    name: 'Maria Santos',
    jobs: ['content', 'elections'],
    firstStep: null,
  })
  // As it was called before there were names and jobs.
  expect((await admin('add', 'ben@example.org')).said).toContain('They enter their name at the first login.')
  const { said, code } = await admin('list')
  expect(said.trim().split('\n')).toEqual([
    'ben@example.org  Administrator ben@example.org  all jobs  two-step login off',
    'maria@example.org  Maria Santos  content, elections  two-step login off',
    'admin@site.local  Pilar Peña  all jobs  two-step login off',
  ])
  expect(code).toBe(0)
  const reset = await admin('reset-password', 'maria@example.org')
  const renewed = /New password for maria@example\.org: (\S+)/.exec(reset.said)?.[1] ?? ''
  expect(await site.visitor().logIn('maria@example.org', renewed)).toMatchObject({ status: 200 })
})

test.each([
  [['add', 'x@example.org', '--jobs', 'everything'], 'The jobs are membership, content, elections, settings, or all.'],
  [['add', 'x@example.org', '--name', 'Maria'], 'Please give a first name and a last name'],
  [['add', 'x@example.org', '--role', 'admin'], 'npm run admin -- add <email>'],
  [['add', 'admin@site.local'], 'Someone already has the address admin@site.local.'],
])('%j is refused with a sentence', async (args, sentence) => {
  const { said, code } = await admin(...args)
  expect(said).toContain(sentence)
  expect(code).not.toBe(0)
})

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { scratchDatabase } from '#tests/support/database.ts'
import { linkPackages, projectCopy, startScript } from '#tests/support/processes.ts'

/** `npm run dev` in a copy of the project, whose files are then edited. */

const project = projectCopy(
  'src',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
)
linkPackages(project.folder)
writeFileSync(project.at('.env'), '# Any free port.\nPORT=0\n')
const database = await scratchDatabase()
const dev = startScript('scripts/dev.mjs', {
  cwd: project.folder,
  env: {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    DATA_DIR: project.at('data'),
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
  },
})

afterAll(async () => {
  await dev.stop()
  await database.drop()
  project.remove()
})

/** Once it has opened this often, where it is. */
async function opened(times: number): Promise<string> {
  const addresses = () => [...dev.said().matchAll(/open at \S+:(\d+)/g)].map(([, port]) => `http://127.0.0.1:${port}`)
  await expect.poll(() => addresses().length, { message: dev.said() }).toBe(times)
  return addresses().at(-1) ?? ''
}

const read = async (address: string) => (await fetch(address)).text()

function edit(from: string, to: string) {
  const file = project.at('src/server/http/operations.ts')
  const source = readFileSync(file, 'utf8')
  expect(source).toContain(from)
  // As most editors save: a new file takes the place of the old one.
  writeFileSync(`${file}~`, source.replace(from, to))
  renameSync(`${file}~`, file)
}

test('shows the pages from their sources, and starts the server anew with each edit of it', async () => {
  const first = await opened(1)
  expect(first, 'the setting of .env').not.toContain(':3000')
  expect(await read(first)).toContain('/src/web/entry-client.tsx')
  expect(dev.said()).not.toContain('Building')
  expect(existsSync(project.at('dist'))).toBe(false)
  expect(await read(`${first}/healthz`)).toBe('ok')

  edit("c.text('ok')", "c.text('well')")
  expect(await read(`${await opened(2)}/healthz`)).toBe('well')

  edit("c.text('well')", "c.text('well'")
  await expect.poll(dev.said).toContain('The site has stopped.')
  edit("c.text('well'", "c.text('mended')")
  expect(await read(`${await opened(3)}/healthz`)).toBe('mended')

  expect(await dev.stop('SIGINT')).toBe(0)
})

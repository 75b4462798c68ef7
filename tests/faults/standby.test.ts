import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { processesIn } from '#server/db/embedded-cluster.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createLog } from '#server/log.ts'
import { startSite } from '#server/site.ts'
import { postmasterPid } from '#tests/support/processes.ts'

const folder = await mkdtemp(join(tmpdir(), 'site-standby-'))
// Root's database runs as another user, who has to pass through.
await chmod(folder, 0o711)
const embedded = await startEmbedded(folder, () => undefined)
const config = readConfig({ NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder })
const roomy = async () => ({ freeBytes: 500e9, totalBytes: 1000e9 })
const site = await startSite(config, { ...embedded.connection, ssl: false, max: 6 }, createLog('silent'), {
  readSpace: roomy,
})
afterAll(async () => {
  await site.stop()
  await embedded.stop()
  await rm(folder, { recursive: true })
})

async function asked(path: string) {
  const began = performance.now()
  const reply = await fetch(site.url + path)
  return { status: reply.status, text: await reply.text(), ms: performance.now() - began }
}

test('a database that hangs gives an answer within three seconds, to reading as well', async () => {
  expect(await asked('/readyz')).toMatchObject({ status: 200 })
  const server = postmasterPid(folder)
  const backends = processesIn(await realpath(join(folder, 'pg'))).filter((pid) => pid !== server)
  for (const pid of [server, ...backends]) process.kill(pid, 'SIGSTOP')
  try {
    await expect.poll(() => asked('/readyz')).toMatchObject({ status: 503, text: 'the database does not reply' })
    const { ms, ...read } = await asked('/readyz/read')
    expect(read).toEqual({ status: 503, text: 'the database does not reply' })
    expect(ms).toBeLessThan(3500)
  } finally {
    for (const pid of [server, ...backends]) process.kill(pid, 'SIGCONT')
  }
  await expect.poll(() => asked('/readyz')).toMatchObject({ status: 200 })
})

test('a database that came back as a standby shows pages, and is not ready to write', async () => {
  await writeFile(join(folder, 'pg', 'standby.signal'), '')
  process.kill(postmasterPid(folder), 'SIGINT')
  await expect.poll(() => asked('/readyz')).toMatchObject({ status: 503, text: 'the database is read-only' })
  const { rows } = await site.deps.pool.query('select pg_is_in_recovery() as standby')
  expect(rows).toEqual([{ standby: true }])
  expect(await asked('/readyz/read')).toMatchObject({ status: 200, text: 'ready' })
  expect((await fetch(site.url)).status).toBe(200)
})

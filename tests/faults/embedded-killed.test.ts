import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { processesIn } from '#server/db/embedded-cluster.ts'
import { postmasterPid, startApp } from '#tests/support/processes.ts'
import { startEmbedded } from '#server/db/embedded.ts'

const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-')), 'data')
if (process.getuid?.() === 0) fs.chmodSync(path.dirname(dataDir), 0o711)
afterAll(() => fs.rmSync(path.dirname(dataDir), { recursive: true, force: true }))

test('a killed site leaves its database to the next one, a living one keeps it, a stopped one leaves nothing', async () => {
  const killed = await startApp(dataDir)
  await killed.query('CREATE TABLE kept AS SELECT 42 AS answer')
  const server = postmasterPid(dataDir)

  await expect(startEmbedded(dataDir, () => {})).rejects.toThrow(
    `The data folder ${dataDir} is in use by another running copy of this site (process ${killed.pid}). Stop it first, or give this one its own DATA_DIR.`,
  )
  expect(await killed.query('SELECT answer FROM kept')).toEqual([{ answer: 42 }])

  await killed.kill()
  const next = await startApp(dataDir)
  expect(next.said()).toContain('taken over')
  expect(postmasterPid(dataDir)).toBe(server)
  expect(await next.query('SELECT answer FROM kept')).toEqual([{ answer: 42 }])

  await next.stop()
  expect(processesIn(fs.realpathSync(path.join(dataDir, 'pg')))).toEqual([])
  expect(fs.existsSync(path.join(dataDir, 'pg', 'postmaster.pid'))).toBe(false)
})

test('a site that lost its database does not open as an empty one', async () => {
  const lost = path.join(path.dirname(dataDir), 'lost')
  fs.mkdirSync(lost)
  fs.writeFileSync(path.join(lost, 'site.key'), 'x'.repeat(64))
  await expect(startEmbedded(lost, () => {})).rejects.toThrow(/is that of a site .*, but its database .* is missing/)
  expect(fs.readdirSync(lost)).toEqual(['site.key'])
})

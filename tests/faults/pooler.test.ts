import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseUser } from '#server/db/embedded-binaries.ts'
import { openPortTo, scratchDatabase } from '#tests/support/database.ts'
import { until, startNode } from '#tests/support/processes.ts'

const scratch = await scratchDatabase()
const database = await openPortTo(scratch.config)
const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
await chmod(folder, 0o755)
afterAll(async () => {
  await database.close()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

async function aPooler(mode: 'transaction' | 'session'): Promise<{ url: string; pooler: ChildProcess }> {
  const port = await aFreePort()
  const { user, database: name } = scratch.config
  const settings = join(folder, `${mode}.ini`)
  await writeFile(
    settings,
    `[databases]\n${name} = host=127.0.0.1 port=${database.port} user=${user}
[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\nunix_socket_dir =\npool_mode = ${mode}\n`,
    { mode: 0o644 },
  )
  // Like PostgreSQL, it refuses to run as root.
  const pooler = spawn(process.env['PGBOUNCER_PATH'] ?? 'pgbouncer', [settings], {
    stdio: 'ignore',
    ...databaseUser(undefined).switchTo,
  })
  await until(() => replies(port))
  return { url: `postgres://${user}@127.0.0.1:${port}/${name}`, pooler }
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const replies = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(Boolean(socket.destroy())))
    socket.on('error', () => resolve(false))
  })

test('a pooler that gives each transaction another connection is refused with a sentence, one in session mode is not', async () => {
  for (const mode of ['transaction', 'session'] as const) {
    const { url, pooler } = await aPooler(mode)
    try {
      const starting = startNode({ databaseUrl: url, dataDir: join(folder, mode) })
      if (mode === 'transaction')
        await expect(starting).rejects.toThrow('leads to a pooler that gives each transaction')
      else {
        const node = await starting
        expect((await fetch(`${node.url}/`)).status).toBe(200)
        await node.stop()
      }
    } finally {
      pooler.kill('SIGKILL')
      await once(pooler, 'exit')
    }
  }
})

import { randomBytes } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'
import { openDatabase, type OpenDatabase } from '#server/db/database.ts'
import { createLog, type Log } from '#server/log.ts'

const objectInUse = '55006'

/** What the global setup hands to every test process. */
export type TestDatabases = { server: pg.PoolConfig; run: string; template: string }

export type ScratchDatabase = {
  name: string
  config: pg.PoolConfig
  /** As DATABASE_URL, for a site started as a process of its own. */
  url: string
  drop(): Promise<void>
}

/**
 * A database of its own for one test file, with every migration applied unless it is to be empty, or a copy of another to which
 * nobody is connected. The end of the run drops what is left.
 */
export async function scratchDatabase({ empty = false, copyOf = '' } = {}): Promise<ScratchDatabase> {
  const handedOver = process.env['TEST_DATABASES']
  if (!handedOver) throw new Error('Tests with a database need tests/support/global-database.ts as global setup.')
  const { server, run, template }: TestDatabases = JSON.parse(handedOver)
  const name = `${run}_${randomBytes(4).toString('hex')}`

  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : copyOf || template}`)
  const config = inDatabase(server, name)
  return {
    name,
    config,
    url: urlOf(config),
    async drop() {
      // A pool that has ended may still be hanging up; thrown out, it would fail whatever test is running. PostgreSQL waits
      // five seconds for it, and only who stays longer is thrown out.
      await administer(server, `DROP DATABASE IF EXISTS ${name}`).catch((error: pg.DatabaseError) => {
        if (error.code !== objectInUse) throw error
        return administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      })
    },
  }
}

type OpenScratchDatabase = OpenDatabase & Pick<ScratchDatabase, 'config'> & { close(): Promise<void> }

/** The same, opened as the site opens its own. */
export async function openScratchDatabase(log: Log = createLog('silent')): Promise<OpenScratchDatabase> {
  const scratch = await scratchDatabase()
  const database = openDatabase(scratch.config, log)
  return {
    ...database,
    config: scratch.config,
    async close() {
      await database.pool.end()
      await scratch.drop()
    },
  }
}

export function inDatabase(server: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { ...server, connectionString: url.href }
}

function urlOf({ connectionString, user, host, port, database }: pg.PoolConfig): string {
  return connectionString ?? `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
}

async function administer(server: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Opens a TCP port that leads to the database, which itself may only have a socket. */
export async function openPortTo(config: pg.PoolConfig, port = 0): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port: behind } = new pg.Client(config)
  const server: Server = createServer((socket) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${behind}`) : connect(behind, host)
    for (const one of [socket, database]) one.on('error', () => undefined)
    socket.pipe(database).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

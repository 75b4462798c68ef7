import net from 'node:net'
import type pg from 'pg'
import { databaseAddresses } from '#server/config.ts'
import { connect } from './database.ts'

/** A probe answers for all who connect in the same moment; after that the roles may have changed. */
const rememberMs = 2_000
const probeMs = 3_000

/** How to connect to the database of this address, whichever of its servers is the primary at that moment. */
export function connectionTo(url: string): pg.PoolConfig {
  const addresses = databaseAddresses(url)
  const [first] = addresses
  if (addresses.length === 1) return { connectionString: first }
  const findPrimary = remember(() => probeAll(addresses))
  return { connectionString: first, stream: () => socketTo(findPrimary) } as pg.PoolConfig
}

type Server = { host: string; port: number }

/** The driver opens the socket to the first server; it is led to the primary instead. */
function socketTo(find: () => Promise<Server>): net.Socket {
  const socket = new net.Socket()
  const open = socket.connect.bind(socket) as (port: number, host: string) => net.Socket
  socket.connect = () => {
    find().then(
      // Whoever wanted it may have given up meanwhile.
      ({ host, port }) => socket.destroyed || open(port, host),
      (error: Error) => socket.destroy(error),
    )
    return socket
  }
  return socket
}

function remember<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined
  return () => {
    if (!found) {
      found = find()
      setTimeout(() => (found = undefined), rememberMs).unref()
    }
    return found
  }
}

/** The first that can be written to; or else the first that replies, so that pages can still be read. */
async function probeAll(addresses: readonly string[]): Promise<Server> {
  const probes = addresses.map(probe)
  const writable = probes.map(async (one) => {
    const { isWritable, server } = await one
    if (!isWritable) throw new Error('this server is a standby')
    return server
  })
  return Promise.any(writable).catch(() => Promise.any(probes.map(async (one) => (await one).server)).catch(firstOf))
}

/** What is wrong with the first server tells more than that all of them failed. */
function firstOf(all: AggregateError): never {
  throw all.errors[0]
}

function probe(address: string): Promise<{ server: Server; isWritable: boolean }> {
  return askDatabase({ connectionString: address }, probeMs, async (client) => ({
    server: { host: client.host, port: client.port },
    isWritable: await isWritable(client),
  }))
}

/** On a connection of its own, which is not waited for longer than this. */
export async function askDatabase<Answer>(
  connection: pg.ClientConfig,
  patienceMs: number,
  question: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = await connect({ ...connection, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  try {
    return await question(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** False for a standby, and for a primary that was made read-only. */
export async function isWritable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  )
  return rows[0]?.writable === true
}

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { ConfigError, databaseAddresses, type Config } from '#server/config.ts'
import { nullIfMissing } from '#server/durable-files.ts'
import { connect } from './database.ts'

/** A probe is shared by everybody who connects at the same moment; later the roles may have changed. */
const cacheMs = 2_000
const probeMs = 3_000
const watchEveryMs = 5_000

/**
 * How to connect to the database, whichever of its servers is the primary now. Two writable servers would each accept
 * what the other lacks, so then all connections are cut, and new ones are read-only, until one server is gone.
 */
export function connectionTo(url: string, { dataDir }: Pick<Config, 'dataDir'>): pg.PoolConfig {
  const addresses = databaseAddresses(url)
  const [first] = addresses
  if (addresses.length === 1) return { connectionString: first }
  const sockets = new Set<net.Socket>()
  const memory = rememberPrimary(join(dataDir, 'database.seen'))
  let isSplit = false
  const findServer = cacheBriefly(async () => {
    const chosen = choosePrimary(await probeAll(addresses), memory.read())
    if (chosen.primary) memory.note(chosen.primary)
    if (isSplit !== chosen.isSplit) for (const socket of sockets) socket.destroy()
    isSplit = chosen.isSplit
    return chosen.server
  })
  // Check also while nobody connects: existing connections would keep writing to the wrong server.
  setInterval(() => void findServer().catch(() => undefined), watchEveryMs).unref()
  return {
    connectionString: first,
    stream: () => socketTo(findServer, sockets),
    onConnect: async (client) => {
      if (isSplit) await client.query(`set default_transaction_read_only = on; set site.read_only = 'two primaries'`)
    },
  } as pg.PoolConfig
}

interface Server {
  host: string
  port: number
}

/** The identity of the database, and how often a standby became the primary. */
interface Primary {
  system: string
  timeline: number
}

export interface Probed {
  server: Server
  /** Null for a standby, and for a read-only primary. */
  primary: Primary | null
}

/**
 * Chooses the writable server, or else the first that replies, so that pages can still be read. Never chooses a server
 * that was replaced, or that belongs to another database: it lacks later writes.
 */
export function choosePrimary(servers: readonly Probed[], known: Primary | null): Probed & { isSplit: boolean } {
  const isBehind = ({ primary }: Probed) =>
    primary !== null && known !== null && (primary.system !== known.system || primary.timeline < known.timeline)
  const writable = servers.filter(({ primary }) => primary !== null)
  const isSplit = writable.length > 1
  const usable = servers.filter((one) => !isBehind(one))
  const chosen = usable.find(({ primary }) => primary !== null) ?? usable[0]
  if (!chosen)
    throw new ConfigError(
      'The database server that replies lacks what this site wrote last: another one has taken its place, or it is of another database. Start the right one. If the database was moved on purpose, remove database.seen from the data folder.',
    )
  return { server: chosen.server, primary: isSplit ? null : chosen.primary, isSplit }
}

/** Stored in the data folder, so that it survives a restart of the node. */
function rememberPrimary(path: string) {
  let known: Primary | null | undefined
  return {
    read: () => (known ??= readPrimary(path)),
    note(primary: Primary): void {
      if (known?.timeline === primary.timeline && known.system === primary.system) return
      known = primary
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.new`, JSON.stringify(primary), { mode: 0o600, flush: true })
      renameSync(`${path}.new`, path)
    },
  }
}

function readPrimary(path: string): Primary | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Primary
  } catch (error) {
    return nullIfMissing(error as NodeJS.ErrnoException)
  }
}

/** The driver opens the socket to the first server; this redirects it to the primary. */
function socketTo(find: () => Promise<Server>, sockets: Set<net.Socket>): net.Socket {
  const socket = new net.Socket()
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  const open = socket.connect.bind(socket) as (port: number, host: string) => net.Socket
  socket.connect = () => {
    find().then(
      // The client may have given up meanwhile.
      ({ host, port }) => socket.destroyed || open(port, host),
      (error: Error) => socket.destroy(error),
    )
    return socket
  }
  return socket
}

function cacheBriefly<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined
  return () => {
    if (!found) {
      found = find()
      setTimeout(() => (found = undefined), cacheMs).unref()
    }
    return found
  }
}

/** Probes all servers, because an isolated one may still accept writes. Returns those that reply, in order. */
async function probeAll(addresses: readonly string[]): Promise<Probed[]> {
  const probes = await Promise.allSettled(addresses.map(probe))
  const replies = probes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  // The first server's error is more helpful than one that says that all failed.
  if (replies.length === 0 && probes[0]?.status === 'rejected') throw probes[0].reason
  return replies
}

function probe(address: string): Promise<Probed> {
  return withConnection({ connectionString: address }, probeMs, async (client) => {
    const server = { host: client.host, port: client.port }
    if (!(await isWritable(client))) return { server, primary: null }
    const { rows } = await client.query<Primary>(
      `select system_identifier::text as system, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline
       from pg_control_system()`,
    )
    return { server, primary: rows[0] ?? null }
  })
}

/** Runs the query on a separate connection, with this timeout. */
export async function withConnection<Result>(
  connection: pg.ClientConfig,
  timeoutMs: number,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect({ ...connection, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  try {
    return await act(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** False for a standby, and for a read-only primary. */
export async function isWritable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  )
  return rows[0]?.writable === true
}

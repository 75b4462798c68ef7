import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'

const patienceMs = 5_000

/**
 * A pooler that gives each transaction another connection breaks what the site relies on: notices of changes, locks of a
 * connection, prepared statements. It goes well for a while and then loses something, so it is refused at the start. Told
 * by a value set on one connection: it is gone once somebody else has taken the connection behind it.
 */
export async function refuseTransactionPooling(connection: pg.PoolConfig): Promise<void> {
  const [one, other] = [newClient(connection), newClient(connection)]
  const probe = randomUUID()
  try {
    await Promise.all([one.connect(), other.connect()])
    await one.query(`select set_config('site.probe', $1, false)`, [probe])
    await other.query('begin')
    await other.query('select 1')
    const { rows } = await one.query<{ seen: string | null }>(`select current_setting('site.probe', true) as seen`)
    if (rows[0]?.seen !== probe)
      throw new ConfigError(
        'DATABASE_URL leads to a pooler that gives each transaction another connection (transaction pooling). The site needs connections of its own: use the address of the database itself, or a pooler in session mode.',
      )
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)))
  }
}

function newClient(connection: pg.PoolConfig): pg.Client {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  } as pg.ClientConfig)
  client.on('error', () => undefined)
  return client
}

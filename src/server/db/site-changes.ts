import pg from 'pg'
import type { Log } from '#server/log.ts'

/** Notifies every node about tables that changed in the database. */
export interface SiteChanges {
  /** `*` means every table, because notifications may have been missed. */
  on(listener: (table: string) => void): void
  /** Resolves when the first connection is listening. */
  ready: Promise<void>
  stop(): Promise<void>
}

const heartbeatMs = 30_000
const longestWaitMs = 30_000

export function listenForChanges(connection: pg.PoolConfig, log: Log): SiteChanges {
  const listeners: ((table: string) => void)[] = []
  const { promise: ready, resolve: nowReady } = Promise.withResolvers<void>()
  let current: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let listenedBefore = false
  let stopped = false

  const notify = (table: string) => {
    for (const listener of listeners)
      try {
        listener(table)
      } catch (err) {
        log.error({ err, table }, 'a listener for site changes failed')
      }
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
      ...connection,
    })
    current = client
    const lost = (err?: Error) => {
      if (client !== current || stopped) return
      current = undefined
      void client.end().catch(() => undefined)
      const wait = Math.min(longestWaitMs, 250 * 2 ** failures++) * (0.5 + Math.random() / 2)
      log.warn({ err, wait: Math.round(wait) }, 'not listening for site changes; trying again')
      later(wait, () => void connect())
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ payload }) => notify(payload ?? '*'))
    try {
      await client.connect()
      await client.query('listen site_changed')
    } catch (error) {
      return lost(error as Error)
    }
    failures = 0
    if (listenedBefore) notify('*')
    listenedBefore = true
    nowReady()
    beat(client, lost)
  }

  /** Only a query shows that a peer has vanished silently. */
  function beat(client: pg.Client, lost: (err: Error) => void): void {
    later(heartbeatMs, () => {
      if (client === current) client.query('select 1').then(() => beat(client, lost), lost)
    })
  }

  function later(ms: number, act: () => void): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(act, ms).unref()
  }

  void connect()
  return {
    on: (listener) => void listeners.push(listener),
    ready,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current?.end().catch(() => undefined)
    },
  }
}

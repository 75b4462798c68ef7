import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigError, type Config } from '#server/config.ts'
import { startEmbedded } from './embedded.ts'
import { DATABASE, PORT, runningServer } from './embedded-server.ts'
import { connectionTo } from './hosts.ts'

export interface ReachedDatabase {
  connection: pg.PoolConfig
  /** Stops the database if it was started here. */
  stop(): Promise<void>
}

/**
 * The site's database, for a script at the server's keyboard: the one that DATABASE_URL names, the embedded one that a running
 * site has started, or else that one started for as long as the script needs it.
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (sentence: string) => void,
): Promise<ReachedDatabase> {
  const notOurs = async () => undefined
  if (databaseUrl) return { connection: connectionTo(databaseUrl), stop: notOurs }
  const cluster = join(dataDir, 'pg')
  const running = existsSync(cluster) ? runningServer(realpathSync(cluster)) : undefined
  if (running)
    return {
      connection: { host: running.socketDir ?? '', port: PORT, user: 'app', database: DATABASE, ssl: false },
      stop: notOurs,
    }
  const embedded = await startEmbedded(dataDir, say, { takesOver: false }).catch((error: Error) => {
    // What the embedded database refuses with is meant for the person at the terminal.
    throw new ConfigError(error.message, { cause: error })
  })
  return { connection: { ...embedded.connection, ssl: false }, stop: () => embedded.stop() }
}

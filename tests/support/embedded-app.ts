/**
 * A site reduced to its database, as a process of its own that tests can kill: `node embedded-app.ts <data folder>`.
 * Says `ready <connection as JSON>` once the database is there and stops it on SIGTERM. Each line it reads is a statement that
 * it sends on a connection of its own, and does not wait for.
 */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('Name the data folder.')

try {
  const embedded = await startEmbedded(dataDir, (sentence) => console.log(sentence))
  process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
  createInterface(process.stdin).on('line', (statement) => {
    const client = new pg.Client(embedded.connection)
    client.on('error', () => {})
    void client.connect().then(() => client.query(statement).catch(() => {}))
  })
  console.log(`ready ${JSON.stringify(embedded.connection)}`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

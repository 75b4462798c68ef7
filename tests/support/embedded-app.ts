/**
 * A site reduced to its database, as a process of its own that tests can kill: `node embedded-app.ts <data folder>`.
 * Says `ready <connection as JSON>` once the database is there and stops it on SIGTERM.
 */
import { startEmbedded } from '#server/db/embedded.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('Name the data folder.')

try {
  const embedded = await startEmbedded(dataDir, (sentence) => console.log(sentence))
  process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
  console.log(`ready ${JSON.stringify(embedded.connection)}`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

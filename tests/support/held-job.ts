import pg from 'pg'
import { lockKeys } from '#server/db/locks.ts'
import type { TestSite } from './test-site.ts'

/** Keeps background jobs of the site from running until the answer is called, as another node at them would. */
export async function holdJob(site: Pick<TestSite, 'database'>, ...names: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(site.database.config)
  // Nothing is lost with it when the test's database goes first.
  client.on('error', () => undefined)
  await client.connect()
  for (const name of names) await client.query('select pg_advisory_lock($1, hashtext($2))', [lockKeys.jobs, name])
  return () => client.end()
}

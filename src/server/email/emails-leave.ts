import type pg from 'pg'
import type { Config } from '#server/config.ts'

/**
 * Whether emails go out at all. Without a mail server they lie in the outbox folder of the server and reach nobody; in
 * development, in tests and in a demonstration that is where they are meant to go.
 */
export const hasMailServer = ({ production, smtpUrl }: Pick<Config, 'production' | 'smtpUrl'>): boolean =>
  !production || smtpUrl !== undefined

/** So long an email may wait for its turn without anything being wrong. */
const longestWait = `interval '1 hour'`

/** Whether emails reach people now: there is a mail server, and it takes them. One domain that takes nothing is its own trouble; two are ours. */
export async function emailsLeave({
  pool,
  config,
}: {
  pool: Pick<pg.Pool, 'query'>
  config: Pick<Config, 'production' | 'smtpUrl'>
}): Promise<boolean> {
  if (!hasMailServer(config)) return false
  const { rows } = await pool.query<{ domains: number }>(
    `select count(distinct lower(split_part("to", '@', 2)))::int as domains from emails
     where failed_at is null and attempts > 0 and created_at < now() - ${longestWait}`,
  )
  return (rows[0]?.domains ?? 0) < 2
}

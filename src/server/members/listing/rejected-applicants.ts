import { createHmac } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Instant } from '#shared/time.ts'
import type { Queryable } from '#server/db/database.ts'
import { timestamptz } from '#server/db/schema/columns.ts'

/** A key of its own, so that nothing else of the site is opened by what a database may write into its log. */
const keyFor = (siteKey: string) => createHmac('sha256', siteKey).update('rejected applicants').digest('hex')

/**
 * By which somebody who was rejected is recognised: a hash of serial number, as a hurried reader takes it, and birthday, under
 * a key that is not in the database. After a change of the site key those of before are no longer recognised.
 */
export const fingerprintOf = (siteKey: string, person: { serial: SQL; birthday: SQL }): SQL<string | null> =>
  sql`encode(sha256(convert_to(${keyFor(siteKey)}::text || nullif(fold_serial(${person.serial}), '') || '/' || ${person.birthday}::text, 'UTF8')), 'hex')`

export async function rememberApplicants(tx: Queryable, siteKey: string, ids: string[], at: Instant): Promise<void> {
  const fingerprint = fingerprintOf(siteKey, { serial: sql`military_serial`, birthday: sql`birthday` })
  await tx.execute(sql`
    insert into rejected_applicants (fingerprint, rejected_at)
    select distinct fingerprint, ${timestamptz(at)}
    from (select ${fingerprint} as fingerprint from users where id = any(${sql.param(ids)}::uuid[])) as rejected
    where fingerprint is not null
    order by 1
    on conflict (fingerprint) do update set rejected_at = excluded.rejected_at`)
}

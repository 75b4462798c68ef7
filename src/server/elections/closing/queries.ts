import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'

/** What was frozen when the election was certified; null before. */
export async function findCertificate(db: Queryable, electionId: string): Promise<Certificate | null> {
  const [found] = await db
    .select({ certificate: elections.certificate })
    .from(elections)
    .where(eq(elections.id, electionId))
  return found?.certificate ?? null
}

/** Ballots in the box that an administrator cast on the voter's behalf. */
const byProxy = (ballot: string) => `not ${ballot}.rehearsal and ${ballot}.proxy_label is not null`

export async function countProxies(db: Queryable, electionId: string): Promise<number> {
  const { rows } = await db.execute<{ proxies: number }>(sql`
    select count(*)::int as proxies from ballots b where b.election_id = ${electionId} and ${sql.raw(byProxy('b'))}`)
  return rows[0]?.proxies ?? 0
}

/** By name: the order in which they were cast is nobody's business. */
export async function listCast(db: Pick<pg.Pool, 'query'>, electionId: string) {
  const { rows } = await db.query<{
    voterId: string
    name: string
    idNumber: string | null
    label: string
    authority: string
    formId: string | null
  }>(
    `select b.voter_id as "voterId", v.full_name as name, v.id_number as "idNumber", b.proxy_label as label, b.authority,
       f.id as "formId"
     from ballots b join users v on v.id = b.voter_id left join uploads f on f.path = b.authority_path
     where b.election_id = $1 and ${byProxy('b')} order by v.full_name, v.id`,
    [electionId],
  )
  return rows
}

/** Whether the running totals are what the single votes and ballots add up to. They are kept apart, so one proves the other. */
export async function totalsAgree(db: Queryable, electionId: string): Promise<boolean> {
  const { rows } = await db.execute<{ agree: boolean }>(sql`
    select not exists (
        select from (select nominee_id, count(*) as votes from votes where election_id = ${electionId} and not rehearsal group by 1) v
        full join (select nominee_id, votes from tallies where election_id = ${electionId} and not rehearsal and votes > 0) t
          using (nominee_id)
        where v.votes is distinct from t.votes
      ) and not exists (
        select from (select voter_region as region, count(*) as cast from ballots where election_id = ${electionId} and not rehearsal group by 1) b
        full join (select region, "cast", counted from turnout where election_id = ${electionId} and not rehearsal and "cast" > 0) t
          using (region)
        where b.cast is distinct from t.cast or t.counted is distinct from t.cast
      ) as agree`)
  return rows[0]?.agree ?? false
}

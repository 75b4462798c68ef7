import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { PgClient, Queryable } from '#server/db/database.ts'
import { emails, users, voterEmails } from '#server/db/schema.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { isPresentMember } from '#server/elections/roll/queries.ts'
import type { VoterEmailKind } from '#shared/elections/voting/reminding.ts'

/**
 * Looked up by index for each voter. `not exists` becomes a join, and until the table statistics have caught up with a day of
 * voting PostgreSQL would compare everybody with everybody.
 */
const none = (rows: SQL) => sql`(select count(*) from ${rows}) = 0`

const alreadyQueued = (voter: SQL, electionId: string, kinds: SQL) =>
  sql`voter_emails l where l.voter_id = ${voter} and l.election_id = ${electionId} and l.kind in (${kinds})`

/** People on the roll who are still members, have not voted, have an email address and were not reminded. */
const toRemind = (electionId: string) => sql`from roll r join users u on u.id = r.voter_id
  where r.election_id = ${electionId} and r.struck is null and ${sql.raw(isPresentMember('u'))} and u.email is not null
    and ${none(sql`ballots b where b.voter_id = u.id and b.election_id = ${electionId}`)}
    and ${none(alreadyQueued(sql`u.id`, electionId, sql`'reminder'`))}`

/** Voters are emailed in random order, so that early voters are not emailed early. */
const peopleWithout: Record<VoterEmailKind, (electionId: string) => SQL> = {
  reminder: (electionId) => sql`select u.id ${toRemind(electionId)}`,
  cast: (electionId) => sql`select b.voter_id as id from ballots b
    where b.election_id = ${electionId}
      and ${none(alreadyQueued(sql`b.voter_id`, electionId, sql`'cast', 'proxy'`))}
    order by random()`,
  cancelled: (electionId) => sql`select b.voter_id as id from ballots b
    where b.election_id = ${electionId}
      and ${none(alreadyQueued(sql`b.voter_id`, electionId, sql`'cancelled'`))}
    order by random()`,
  /** Everybody on the roll: nobody knows who voted after the backup was made. */
  rollback: (electionId) => sql`select u.id from roll r join users u on u.id = r.voter_id
    where r.election_id = ${electionId} and r.struck is null and u.email is not null
      and ${none(alreadyQueued(sql`u.id`, electionId, sql`'rollback'`))}`,
}

/**
 * Records for some of those who lack this email that they have it; the caller queues it in the same transaction. The rows are
 * written in a fixed order, so that two jobs at once never deadlock.
 */
export async function markWritten(
  tx: Queryable,
  kind: VoterEmailKind,
  electionId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into voter_emails (election_id, voter_id, kind)
    select ${electionId}, id, ${kind} from (${peopleWithout[kind](electionId)} limit ${limit}) chosen order by id
    on conflict do nothing returning voter_id as id`)
  return rows.map(({ id }) => id)
}

/** Run it after `markWritten`, which locks these people: somebody erased a moment ago has no address any more. */
export async function addressesOf(tx: Queryable, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.id, ids), isNotNull(users.email)))
  return rows.flatMap(({ email }) => email ?? [])
}

/** So that everybody concerned gets this email again. */
export async function forgetEmails(tx: Queryable, electionId: string, kind: 'reminder' | 'rollback'): Promise<void> {
  await tx.delete(voterEmails).where(and(eq(voterEmails.electionId, electionId), eq(voterEmails.kind, kind)))
}

/** The public reason when the election was last reset to a restored backup. */
export async function readRollbackReason(db: PgClient, electionId: string): Promise<string> {
  const rollback = await lastStatement(db, electionId, 'rollback/1')
  const record = rollback ? null : await lastStatement(db, electionId, 'freeze/2')
  return rollback?.content.reason ?? record?.content.rollback?.reason ?? ''
}

/** Deletes unsent reminders of this election. */
export async function removeReminders(db: Queryable, electionId: string): Promise<number> {
  const { rowCount } = await db
    .delete(emails)
    .where(and(eq(emails.kind, 'reminder'), eq(emails.electionId, electionId)))
  return rowCount ?? 0
}

export async function countVoterReminders(db: Queryable, electionId: string) {
  const { rows } = await db.execute<{ written: number; waiting: number }>(sql`select
    (select count(*) from voter_emails where election_id = ${electionId} and kind = 'reminder') as written,
    (select count(*) ${toRemind(electionId)}) as waiting`)
  return rows[0] ?? { written: 0, waiting: 0 }
}

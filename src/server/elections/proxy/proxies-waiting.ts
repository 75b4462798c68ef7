import type pg from 'pg'
import { inGoodStanding } from '#server/elections/roll/eligible-members.ts'

type Db = Pick<pg.Pool, 'query'>

/** Those that can still be confirmed: the member may vote and has not. What waits when voting closes is deleted within a minute. */
const stillWaiting = `from pending_proxies p
  join elections e on e.id = p.election_id and e.cancelled_at is null and e.count_closed_at is null
  join users v on v.id = p.voter_id and ${inGoodStanding('v')}
  where not exists (select from ballots b where b.voter_id = p.voter_id and b.election_id = p.election_id)`

/** How many proxy ballots this administrator can confirm now: those that others asked for. For badges and to-do lists. */
export async function proxiesWaitingFor(client: Db, administratorId: string): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting ${stillWaiting} and p.asked_by <> $1`,
    [administratorId],
  )
  return rows[0]?.waiting ?? 0
}

/** All of an election that can still be confirmed, whoever asked. */
export async function countWaiting(client: Db, electionId: string): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting ${stillWaiting} and p.election_id = $1`,
    [electionId],
  )
  return rows[0]?.waiting ?? 0
}

/**
 * Where to write that one waits: to every other administrator who runs elections and can log in, if it is the first that waits for
 * them. Who casts thirty in an afternoon does not send thirty emails.
 */
export async function addressesToConfirm(
  client: Db,
  electionId: string,
  { voterId, askedBy }: { voterId: string; askedBy: string },
): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `select u.email from users u join administrators a on a.user_id = u.id and a.removed_at is null
     where u.is_admin and u.own_password and u.email is not null and 'elections' = any(a.jobs) and u.id <> $2
       and not exists (select ${stillWaiting} and p.election_id = $1 and p.voter_id <> $3 and p.asked_by <> u.id)`,
    [electionId, askedBy, voterId],
  )
  return rows.map(({ email }) => email)
}

import { sql } from 'drizzle-orm'
import { signatureIn } from '#server/accounts/administrator-queries.ts'
import type { Queryable, PgClient } from '#server/db/database.ts'
import { onRoll, isPresentMember } from '#server/elections/roll/queries.ts'
import type { Region, Service } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'

const hasVoted = (voter: string) => `exists (select from ballots b where b.election_id = $1 and b.voter_id = ${voter})`

export interface ProxyVoter {
  id: string
  email: string | null
}

/** Locked against changes; the first lock of the transaction, as in everything that edits members. */
export async function findProxyVoter(db: PgClient, id: string): Promise<ProxyVoter | null> {
  const { rows } = await db.query<ProxyVoter>(
    `select id, email from users u where id = $1 and ${isPresentMember('u')} for share`,
    [id],
  )
  return rows[0] ?? null
}

export async function describeVoters(db: PgClient, electionId: string, ids: readonly string[]) {
  const { rows } = await db.query<{
    id: string
    name: string
    idNumber: string | null
    ms: Service | null
    region: Region | null
    voted: boolean
    onRoll: boolean
  }>(
    `select u.id, concat_ws(' ', u.first_name, nullif(u.middle_name, ''), u.last_name, nullif(u.suffix, '')) as name,
       u.id_number as "idNumber", u.ms, u.region, ${hasVoted('u.id')} as voted,
       exists (select from roll r where ${onRoll('r')} and r.voter_id = u.id)
         or exists (select from elections where id = $1 and roll_frozen_at is null) as "onRoll"
     from unnest($2::uuid[]) with ordinality as wanted (id, place) join users u on u.id = wanted.id
     where ${isPresentMember('u')} order by wanted.place`,
    [electionId, ids],
  )
  return rows
}

interface PendingProxy {
  askedBy: string
  authority: string
  authorityPath: string | null
  sealed: Buffer
}

/** Returns whether it now waits; otherwise another one for the same voter is in the way. */
export async function putPending(
  db: PgClient,
  { electionId, voterId, askedBy, ...words }: PendingProxy & { electionId: string; voterId: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into pending_proxies (election_id, voter_id, asked_by, authority, authority_path, sealed)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [electionId, voterId, askedBy, words.authority, words.authorityPath, words.sealed],
  )
  return rowCount === 1
}

export async function takePending(db: PgClient, electionId: string, voterId: string): Promise<PendingProxy | null> {
  const { rows } = await db.query<PendingProxy>(
    `delete from pending_proxies where election_id = $1 and voter_id = $2
     returning asked_by as "askedBy", authority, authority_path as "authorityPath", sealed`,
    [electionId, voterId],
  )
  return rows[0] ?? null
}

export async function listPending(db: PgClient, electionId: string) {
  const { rows } = await db.query<{
    voterId: string
    name: string
    idNumber: string | null
    askedBy: string
    askedByName: string
    authority: string
    formId: string | null
    askedAt: Instant
    voted: boolean
    mayVote: boolean
  }>(
    `select p.voter_id as "voterId", v.full_name as name, v.id_number as "idNumber", p.asked_by as "askedBy",
       ${signatureIn('a')} as "askedByName", p.authority, f.id as "formId", p.created_at as "askedAt",
       ${hasVoted('v.id')} as voted, ${isPresentMember('v')} as "mayVote"
     from pending_proxies p join users v on v.id = p.voter_id join users a on a.id = p.asked_by
     left join uploads f on f.path = p.authority_path
     where p.election_id = $1 order by p.created_at, p.voter_id`,
    [electionId],
  )
  return rows
}

/** What this administrator submitted for this voter, waiting or in the box. */
export async function findSentBy(db: PgClient, electionId: string, voterId: string, adminId: string) {
  const { rows } = await db.query<{
    sealed: Buffer
    cast: boolean
    proxy_by: string | null
    confirmed_by: string | null
  }>(
    `select sealed, true as "cast", proxy_by, confirmed_by from ballots
     where election_id = $1 and voter_id = $2 and proxy_by = $3
     union all
     select sealed, false, null, null from pending_proxies where election_id = $1 and voter_id = $2 and asked_by = $3`,
    [electionId, voterId, adminId],
  )
  return rows
}

/** Who confirmed the ballot cast for this voter, if anybody did. */
export async function findConfirmer(db: PgClient, electionId: string, voterId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string | null }>(
    'select confirmed_by as id from ballots where election_id = $1 and voter_id = $2',
    [electionId, voterId],
  )
  return rows[0]?.id ?? null
}

export async function hasBallot(db: PgClient, electionId: string, voterId: string): Promise<boolean> {
  const { rows } = await db.query<{ voted: boolean }>(`select ${hasVoted('$2')} as voted`, [electionId, voterId])
  return rows[0]?.voted ?? false
}

/** Ballots in the box that an administrator cast for the voter. */
const byProxy = (ballot: string) => `${ballot}.proxy_by is not null`

export async function countProxies(db: Queryable, electionId: string): Promise<number> {
  const { rows } = await db.execute<{ proxies: number }>(sql`
    select count(*)::int as proxies from ballots b where b.election_id = ${electionId} and ${sql.raw(byProxy('b'))}`)
  return rows[0]?.proxies ?? 0
}

/** By name: the order of casting is nobody's business. */
export async function listCast(db: PgClient, electionId: string) {
  const { rows } = await db.query<{
    voterId: string
    name: string
    idNumber: string | null
    by: string
    confirmedBy: string | null
    authority: string
    formId: string | null
  }>(
    `select b.voter_id as "voterId", v.full_name as name, v.id_number as "idNumber", ${signatureIn('a')} as by,
       ${signatureIn('c')} as "confirmedBy", b.authority, f.id as "formId"
     from ballots b join users v on v.id = b.voter_id join users a on a.id = b.proxy_by
     left join users c on c.id = b.confirmed_by left join uploads f on f.path = b.authority_path
     where b.election_id = $1 and ${byProxy('b')} order by v.full_name, v.id`,
    [electionId],
  )
  return rows.map(({ by, confirmedBy, ...ballot }) => ({ ...ballot, label: proxyLabel(by, confirmedBy) }))
}

/** How a proxy ballot is listed: who cast it, and who confirmed it where that is required. */
const proxyLabel = (by: string, confirmedBy: string | null): string =>
  confirmedBy === null ? `by proxy: ${by}` : `by proxy: ${by}, confirmed by ${confirmedBy}`

/**
 * Those that can still be confirmed: the member may vote and has not. When voting closes, what still waits is deleted within a
 * minute.
 */
const stillWaiting = `from pending_proxies p
  join elections e on e.id = p.election_id and e.cancelled_at is null and e.count_closed_at is null
  join users v on v.id = p.voter_id and ${isPresentMember('v')}
  where not exists (select from ballots b where b.voter_id = p.voter_id and b.election_id = p.election_id)`

/** How many proxy ballots this administrator can confirm now, that is, which others requested. For badges and to-do lists. */
export async function proxiesWaitingFor(client: PgClient, administratorId: string): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting ${stillWaiting} and p.asked_by <> $1`,
    [administratorId],
  )
  return rows[0]?.waiting ?? 0
}

/** All of an election that can still be confirmed, whoever requested them. */
export async function countWaitingProxies(client: PgClient, electionId: string): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting ${stillWaiting} and p.election_id = $1`,
    [electionId],
  )
  return rows[0]?.waiting ?? 0
}

/**
 * Whom to email that one waits: every other administrator who runs elections and can log in, if it is the first one waiting for
 * them. Somebody who casts thirty in an afternoon does not cause thirty emails.
 */
export async function addressesToConfirm(
  client: PgClient,
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

import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Instant } from '#shared/time.ts'
import type { Region, Service } from '#shared/members/enums.ts'
import { signatureIn } from '#server/accounts/administrator-queries.ts'
import type { Queryable } from '#server/db/database.ts'
import { onRoll } from '#server/elections/roll/queries.ts'
import { inGoodStanding } from '#server/elections/roll/eligible-members.ts'

type Db = Pick<pg.Pool, 'query'>

const hasVoted = (voter: string) => `exists (select from ballots b where b.election_id = $1 and b.voter_id = ${voter})`

export interface ProxyVoter {
  id: string
  email: string | null
}

/** Held against a change meanwhile; within a transaction, before anything else of it, as everybody who edits members does. */
export async function findProxyVoter(db: Db, id: string): Promise<ProxyVoter | null> {
  const { rows } = await db.query<ProxyVoter>(
    `select id, email from users u where id = $1 and ${inGoodStanding('u')} for share`,
    [id],
  )
  return rows[0] ?? null
}

export async function describeVoters(db: Db, electionId: string, ids: readonly string[]) {
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
     where ${inGoodStanding('u')} order by wanted.place`,
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

/** Returns whether it waits now; another one for the same voter is in its way otherwise. */
export async function putPending(
  db: Db,
  { electionId, voterId, askedBy, ...words }: PendingProxy & { electionId: string; voterId: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into pending_proxies (election_id, voter_id, asked_by, authority, authority_path, sealed)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [electionId, voterId, askedBy, words.authority, words.authorityPath, words.sealed],
  )
  return rowCount === 1
}

export async function takePending(db: Db, electionId: string, voterId: string): Promise<PendingProxy | null> {
  const { rows } = await db.query<PendingProxy>(
    `delete from pending_proxies where election_id = $1 and voter_id = $2
     returning asked_by as "askedBy", authority, authority_path as "authorityPath", sealed`,
    [electionId, voterId],
  )
  return rows[0] ?? null
}

export async function listPending(db: Db, electionId: string) {
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
       ${hasVoted('v.id')} as voted, ${inGoodStanding('v')} as "mayVote"
     from pending_proxies p join users v on v.id = p.voter_id join users a on a.id = p.asked_by
     left join uploads f on f.path = p.authority_path
     where p.election_id = $1 order by p.created_at, p.voter_id`,
    [electionId],
  )
  return rows
}

/** What this administrator has put in for this voter, whether it waits or lies in the box. */
export async function findSentBy(db: Db, electionId: string, voterId: string, adminId: string) {
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

/** Who confirmed the ballot that was cast for this voter, if anybody did. */
export async function findConfirmer(db: Db, electionId: string, voterId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string | null }>(
    'select confirmed_by as id from ballots where election_id = $1 and voter_id = $2',
    [electionId, voterId],
  )
  return rows[0]?.id ?? null
}

export async function voted(db: Db, electionId: string, voterId: string): Promise<boolean> {
  const { rows } = await db.query<{ voted: boolean }>(`select ${hasVoted('$2')} as voted`, [electionId, voterId])
  return rows[0]?.voted ?? false
}

/** Ballots in the box that an administrator cast on the voter's behalf. */
const byProxy = (ballot: string) => `${ballot}.proxy_by is not null`

export async function countProxies(db: Queryable, electionId: string): Promise<number> {
  const { rows } = await db.execute<{ proxies: number }>(sql`
    select count(*)::int as proxies from ballots b where b.election_id = ${electionId} and ${sql.raw(byProxy('b'))}`)
  return rows[0]?.proxies ?? 0
}

/** By name: the order in which they were cast is nobody's business. */
export async function listCast(db: Db, electionId: string) {
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

/** How a proxy ballot is listed: by whom it was cast, and by whom confirmed where a second administrator was asked for. */
const proxyLabel = (by: string, confirmedBy: string | null): string =>
  confirmedBy === null ? `by proxy: ${by}` : `by proxy: ${by}, confirmed by ${confirmedBy}`

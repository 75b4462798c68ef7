import type pg from 'pg'
import type { Region } from '#shared/members/enums.ts'

export interface ProxyVoter {
  id: string
  name: string
  idNumber: string | null
  email: string | null
  region: Region | null
}

/** Somebody who may be voted for: a member in good standing, not an administrator. Held against a change meanwhile. */
export async function findProxyVoter(db: Pick<pg.Pool, 'query'>, id: string): Promise<ProxyVoter | null> {
  const { rows } = await db.query<ProxyVoter>(
    `select id, full_name as name, id_number as "idNumber", email, region from users
     where id = $1 and approved and withdrawn_at is null and not is_admin for share`,
    [id],
  )
  return rows[0] ?? null
}

export interface PendingProxy {
  voter_id: string
  asked_by: string
  proxy_label: string
  authority: string
  authority_path: string | null
  sealed: Buffer
}

export async function takePending(db: Pick<pg.Pool, 'query'>, electionId: string, voterId: string) {
  const { rows } = await db.query<PendingProxy>(
    `delete from pending_proxies where election_id = $1 and voter_id = $2
     returning voter_id, asked_by, proxy_label, authority, authority_path, sealed`,
    [electionId, voterId],
  )
  return rows[0] ?? null
}

export async function listPending(db: Pick<pg.Pool, 'query'>, electionId: string) {
  const { rows } = await db.query<{
    voterId: string
    name: string
    idNumber: string | null
    askedBy: string
    askedByName: string
    authority: string
    formId: string | null
    askedAt: Date
  }>(
    `select p.voter_id as "voterId", v.full_name as name, v.id_number as "idNumber", p.asked_by as "askedBy",
       a.full_name as "askedByName", p.authority, f.id as "formId", p.created_at as "askedAt"
     from pending_proxies p join users v on v.id = p.voter_id join users a on a.id = p.asked_by
     left join uploads f on f.path = p.authority_path
     where p.election_id = $1 order by p.created_at`,
    [electionId],
  )
  return rows
}

/** Members who have not voted, by name, number or serial. */
export async function findVoters(db: Pick<pg.Pool, 'query'>, electionId: string, ids: readonly string[]) {
  const { rows } = await db.query<{
    id: string
    name: string
    idNumber: string | null
    ms: string | null
    region: string | null
    voted: boolean
  }>(
    `select u.id, u.full_name as name, u.id_number as "idNumber", u.ms, u.region,
       exists (select from ballots b where b.election_id = $1 and b.voter_id = u.id and not b.rehearsal) as voted
     from unnest($2::uuid[]) with ordinality as wanted (id, place)
     join users u on u.id = wanted.id
     where u.approved and u.withdrawn_at is null and not u.is_admin
     order by wanted.place`,
    [electionId, ids],
  )
  return rows
}

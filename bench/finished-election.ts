import { randomBytes, randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { lastStatement } from '#server/elections/board/statements.ts'
import { createVault, seal } from '#server/elections/voting/vault.ts'
import { services } from '#shared/members/enums.ts'
import { addMadeUpMembers } from './made-up-members.ts'
import { runSite, type RunningSite } from './processes.ts'

const nomineesPerService = 12
const perStatement = 5000
/** Long enough to draw up the roll and put the ballots in; the site counts the last of them a minute after that. */
const votingMsFor = (members: number) => 20_000 + members

export interface FinishedSite {
  site: RunningSite
  electionId: string
  ballots: number
  /** Of the administrator. */
  cookie: string
}

/**
 * A site on which everybody has voted. Roll, record, counting, heads and close are the site's own work; only the ballots are written
 * straight into the box, sealed as the site seals them.
 */
export async function aFinishedSite(members: number): Promise<FinishedSite> {
  const admin = { ADMIN_EMAIL: 'admin@bench.local', ADMIN_NAME: 'Pilar Peña', ADMIN_PASSWORD: randomUUID() }
  // On a clock of its own nothing waits until the machine's has been steady for minutes.
  const site = await runSite({ ...admin, NODE_ENV: 'test', SITE_CLOCK: new Date().toISOString() })
  const pool = new pg.Pool({ host: realpathSync(join(site.dataDir, 'pg')), user: 'app', database: 'site', max: 2 })
  const client = await pool.connect()
  await addMadeUpMembers(client, members)
  const electionId = await openVoting(client, votingMsFor(members))
  console.log(`${members} members; waiting for the roll to be frozen`)
  for (;;) {
    const { rowCount } = await pool.query('select from elections where id = $1 and frozen_at is not null', [electionId])
    if (rowCount === 1) break
    await wait(200)
  }
  const key = await createVault({ dataDir: site.dataDir, vaultKey: undefined }, pool, { on: () => undefined }).keyOf(
    electionId,
  )
  const record = await lastStatement(pool, electionId, 'freeze/2')
  const ballots = await fillBox(client, electionId, key, record?.hash ?? '')
  console.log(`${ballots} ballots are in the box; the site counts them`)
  for (;;) {
    const { rowCount } = await pool.query('select from elections where id = $1 and traces_purged_at is not null', [
      electionId,
    ])
    if (rowCount === 1) break
    await wait(500)
  }
  client.release()
  await pool.end()
  return { site, electionId, ballots, cookie: await logIn(site, admin) }
}

async function openVoting(client: pg.PoolClient, votingMs: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `update elections set nomination_opens = now() - interval '9 days', nomination_closes = now() - interval '8 days',
       admin_nomination_closes = now() - interval '8 days', candidacy_opens = now() - interval '9 days', candidacy_closes = now() - interval '8 days',
       vote_link_opens = now() - interval '1 hour', vote_link_closes = now() + $1 * interval '1 millisecond',
       voting_opens = now() + interval '2 seconds', voting_closes = now() + $1 * interval '1 millisecond', count_closed_at = null, traces_purged_at = null
     returning id`,
    [votingMs],
  )
  const id = rows[0]?.id ?? ''
  await client.query(
    `insert into nominees (election_id, user_id, nominated_by, data)
     select $1, id, id, jsonb_build_object('id', id, 'first_name', first_name, 'middle_name', null, 'last_name', last_name, 'rank', rank,
       'military_serial', null, 'ms', ms, 'region', region, 'unit_assignment', null, 'profile_picture_path', null, 'is_admin', false)
     from (select *, row_number() over (partition by ms order by id) as place from users where approved and ms is not null) u where place <= $2`,
    [id, nomineesPerService],
  )
  return id
}

async function fillBox(client: pg.PoolClient, electionId: string, key: Buffer, record: string): Promise<number> {
  const { rows: nominees } = await client.query<{ id: string; ms: string }>(
    `select id, data ->> 'ms' as ms from nominees where election_id = $1`,
    [electionId],
  )
  const slate = new Map(
    services.map((ms) => [ms as string, nominees.filter((one) => one.ms === ms).map(({ id }) => id)]),
  )
  const { rows: elections } = await client.query<{ seats: { ms: string }[] }>(
    'select seats from elections where id = $1',
    [electionId],
  )
  const { rows: voters } = await client.query<{ id: string; region: string }>(
    'select voter_id as id, region from roll where election_id = $1',
    [electionId],
  )
  const seats = elections[0]?.seats ?? []
  for (let first = 0; first < voters.length; first += perStatement) {
    const some = voters.slice(first, first + perStatement)
    const sealed = some.map(({ id }, n) => {
      const choices = seats.map(({ ms }, place) => {
        const all = slate.get(ms) ?? []
        return (n + place) % 9 === 0 ? null : (all[(n + place) % all.length] ?? null)
      })
      return seal(key, { electionId, voterId: id, record }, { secret: randomBytes(16).toString('hex'), choices })
    })
    await client.query(
      `with put as (
         insert into ballots (election_id, voter_id, voter_region, sealed)
         select $1, voter, region, sealed from unnest($2::uuid[], $3::text[], $4::bytea[]) as given (voter, region, sealed)
         returning voter_region
       ) insert into turnout as t (election_id, region, "cast") select $1, voter_region, count(*) from put group by 2
         on conflict (election_id, region) do update set "cast" = t."cast" + excluded."cast"`,
      [electionId, some.map(({ id }) => id), some.map(({ region }) => region), sealed],
    )
  }
  return voters.length
}

async function logIn(
  { url }: RunningSite,
  { ADMIN_EMAIL: login, ADMIN_PASSWORD: password }: { ADMIN_EMAIL: string; ADMIN_PASSWORD: string },
): Promise<string> {
  const reply = await fetch(`${url}/api/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ login, password }),
  })
  if (!reply.ok) throw new Error(`the administrator was not let in: ${reply.status}`)
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

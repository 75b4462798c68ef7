import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { elections } from '#server/db/schema.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { aSnapshot, choicesFrom, type Slate } from '#tests/support/election.ts'
import { signedInPeople, type SignedIn } from '#tests/support/voters.ts'
import { connectionTo, runSite, type RunningSite } from './processes.ts'

export interface Poll {
  electionId: string
  slate: Slate
}

/** A site in the hours of voting, in one election or several, with slates and as many signed-in voters as asked for. */
export interface Polls {
  site: RunningSite
  /** A second one on the same database and data folder. */
  addNode(): Promise<RunningSite>
  pool: pg.Pool
  connection: pg.PoolConfig
  polls: [Poll, ...Poll[]]
  voters: SignedIn[]
  close(): Promise<void>
}

/** Shared by all nodes. */
const secrets = {
  SITE_SECRET: 'a secret that only the bench knows, made up',
  BOARD_KEY: 'b0'.repeat(32),
  VAULT_KEY: 'a1'.repeat(32),
}
export const siteSecret = secrets.SITE_SECRET

interface Opening {
  elections?: number
  members: number
  opensInMs?: number
}

export async function openPolls({ elections: count = 1, members, opensInMs = -3_600_000 }: Opening): Promise<Polls> {
  // On a clock of its own an election is frozen at once, not when the machine's has been steady for minutes.
  const run = (more: Record<string, string> = {}) =>
    runSite({ ...secrets, NODE_ENV: 'demo', SITE_CLOCK: new Date().toISOString(), LOG_LEVEL: 'info', ...more })
  const site = await run()
  const connection = connectionTo(site)
  const nodes = [site]
  const pool = new pg.Pool({ ...connection, max: 2 })
  // The database is stopped with the site, perhaps before the last idle connection is closed.
  pool.on('error', () => undefined)
  await drizzle(pool).insert(elections).values(defaultElection)
  const { rows } = await pool.query<{ id: string }>(
    `update elections set nomination_opens = now() - interval '9 days', nomination_closes = now() - interval '8 days',
       admin_nomination_closes = now() - interval '8 days', candidacy_opens = now() - interval '9 days',
       candidacy_closes = now() - interval '8 days', voting_opens = now() + $1 * interval '1 millisecond',
       voting_closes = now() + interval '1 day', count_closed_at = null, traces_purged_at = null, version = version + 1 returning id`,
    [opensInMs],
  )
  const first = rows[0]?.id ?? ''
  const more = await pool.query<{ id: string }>(
    `insert into elections
     select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'title', e.title || ' ' || n))).*
     from elections e, generate_series(2, $1::int) n where e.id = $2 returning id`,
    [count, first],
  )
  const electionIds = [first, ...more.rows.map(({ id }) => id)]
  async function signedIn(people: number): Promise<SignedIn[]> {
    const made = await signedInPeople({ pool, siteKey: siteSecret }, people, { withEmail: false })
    // Emails go out at their own pace and are no part of what is measured here: everybody has theirs.
    await pool.query(
      `insert into voter_emails (election_id, voter_id, kind)
       select election, voter, 'cast' from unnest($1::uuid[]) election, unnest($2::uuid[]) voter`,
      [electionIds, made.map(({ id }) => id)],
    )
    return made
  }
  const candidates = await signedIn(20)
  // Before anybody stands in the election: from then on the site may fix the roll at any moment.
  const voters = await signedIn(members)
  const pollOf = async (electionId: string) => ({ electionId, slate: await addSlate(pool, electionId, candidates) })
  const polls: Polls['polls'] = [await pollOf(first)]
  for (const id of electionIds.slice(1)) polls.push(await pollOf(id))
  return {
    site,
    pool,
    connection,
    polls,
    voters,
    async addNode() {
      const { host, user, database } = connection
      const node = await run({
        DATA_DIR: site.dataDir,
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      })
      nodes.push(node)
      return node
    },
    async close() {
      await pool.end()
      // The database is the first one's.
      for (const node of nodes.toReversed()) await node.stop({ keep: node !== site })
    },
  }
}

/** All at once: the site freezes an election as soon as somebody stands in it. */
async function addSlate(pool: pg.Pool, electionId: string, people: SignedIn[]): Promise<Slate> {
  const data = people.map(({ id }, n) =>
    aSnapshot({
      id,
      ms: services[n % services.length] as Service,
      last_name: `NOMINEE ${n}`,
      unit_assignment: '1302ND RRIBN',
      military_serial: `O-${n}`,
    }),
  )
  const { rows } = await pool.query<{ id: string; ms: Service }>(
    `insert into nominees (election_id, user_id, nominated_by, data)
     select $1, (data ->> 'id')::uuid, (data ->> 'id')::uuid, data from jsonb_array_elements($2) as data
     returning id, data ->> 'ms' as ms`,
    [electionId, JSON.stringify(data)],
  )
  const slate: Slate = { PA: [], PN: [], PAF: [], TAS: [] }
  for (const { id, ms } of rows) slate[ms].push(id)
  return slate
}

export const seatCount = defaultElection.seats.length
export const choicesOf = choicesFrom

import { cp } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { keepHeadsComing } from '#server/elections/board/tree.ts'
import { purgeTraces } from '#server/elections/counting/close-count.ts'
import { createLog } from '#server/log.ts'
import { startSite, type Site } from '#server/site.ts'
import { bufferSource, Random } from '#tests/support/audit-package/bytes.ts'
import { removeFolder, scratchFolder } from '#tests/support/backup.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { mutations } from '#tests/support/election-mutations.ts'
import { aSlate, countNow, theElection, votingCloses, votingOpens } from '#tests/support/election.ts'
import { announceDefault, holdJob } from '#tests/support/site.ts'
import { send, sendBallot, sendProxy, signedInPeople, type Reply } from '#tests/support/voters.ts'
import { verifyPackage } from '../../verifier/verify-package.ts'

/**
 * Somebody with SQL on all tables, triggers off and no key bends an election while it runs: any table, any row, any time, also
 * back to what it was. Each history either is refused with a named reason or ends in the true result: the votes of everybody who
 * was answered that their ballot is in the box, under the names that stood when voting opened. Of a ballot that is taken out again
 * before the next head only its voter knows: then the verifier must say so of their promise, and of no other.
 *
 * Every history begins with a copy of the same site, on which eight have voted. `BENT_SEED=17 BENT_COUNT=1` plays one again.
 */
const first = Number(process.env['BENT_SEED'] ?? 1)
const count = Number(process.env['BENT_COUNT'] ?? 250)

const clock = { now: votingOpens }
const jobs = ['count ballots', 'freeze elections', 'queue voter emails', 'send digests']

async function start(database: Awaited<ReturnType<typeof scratchDatabase>>, dataDir: string) {
  const release = await holdJob({ database }, ...jobs)
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir })
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const site = await startSite(config, { ...database.config, max: 9 }, log, { clock: { now: () => clock.now } })
  const stop = async () => {
    await site.stop()
    await release()
  }
  return { site, lines, stop }
}

const origin = { database: await scratchDatabase(), dataDir: await scratchFolder() }
afterAll(async () => {
  await origin.database.drop()
  await removeFolder(origin.dataDir)
})
const begun = await start(origin.database, origin.dataDir)
const { deps } = begun.site
await announceDefault(deps)
const election = await theElection(deps)
const slate = await aSlate(deps, 2)
const people = await signedInPeople(deps, 16)
const [admin] = (await signedInPeople(deps, 1, { admins: true })) as [Person]
const names = await trueNames(deps.pool)
const seats = (await deps.elections.current())!.seats
const beginning: Ballots = new Map()
for (const person of people.slice(0, 8)) await voteOf(begun.site, new Random(beginning.size), person, beginning)
await noteHead(begun.site, beginning, () => signHead(begun.site))
const startedAt = clock.now
// Where tables and rows are as they were.
await deps.pool.query('create schema saved')
await save(deps.pool)
await begun.stop()

type Person = (typeof people)[number]
interface Acknowledged {
  choices: (string | null)[]
  secret: string
  promise: { ballot: string; signature: string }
  /** A head was signed while it was in the box. */
  underHead: boolean
}
/** What the site has said is in the box, by voter: the last, should it have said so twice. */
type Ballots = Map<string, Acknowledged[]>

async function trueNames(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query(`select id, data ->> 'last_name' as name from nominees`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function voteOf(site: Site, random: Random, person: Person, ballots: Ballots, proxy = false): Promise<Reply> {
  const choices = seats.map(({ ms }, place) => {
    const chosen = slate[ms][(place + random.below(2)) % 2] ?? null
    return random.below(4) === 0 ? null : chosen
  })
  const unique = choices.map((one, place) => (choices.indexOf(one) < place ? null : one))
  const ballot = { choices: unique, secret: random.bytes(16).toString('hex'), blanksConfirmed: true }
  const reply = proxy
    ? await sendProxy(site.url, admin, election, person.id, ballot)
    : await sendBallot(site.url, person, election, ballot)
  // One that waits for a second administrator is not in the box.
  if (reply.status === 201 && reply.cast !== false) {
    const promise = { ballot: reply.ballot ?? '', signature: reply.signature ?? '' }
    ballots.set(person.id, [...(ballots.get(person.id) ?? []), { ...ballot, promise, underHead: false }])
  }
  return reply
}

/** Whoever is in the box when the site signs a head is so under that head. */
async function noteHead({ deps: { pool } }: Site, ballots: Ballots, act: () => Promise<unknown>): Promise<void> {
  const lastHead = async () =>
    (await pool.query(`select max(number) as number from signed_statements where type = 'head/2'`)).rows[0].number
  const before = await lastHead()
  await act()
  if ((await lastHead()) === before) return
  const { rows } = await pool.query('select voter_id from ballots where election_id = $1', [election])
  for (const { voter_id } of rows) for (const one of ballots.get(voter_id) ?? []) one.underHead = true
}

async function signHead({ deps }: Site): Promise<void> {
  clock.now += 61_000
  await keepHeadsComing(deps, election)
}

async function tablesOf(pool: pg.Pool | pg.PoolClient): Promise<string[]> {
  const { rows } = await pool.query(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  return rows.map(({ name }) => name)
}

async function save(pool: pg.Pool | pg.PoolClient): Promise<void> {
  for (const table of await tablesOf(pool))
    await pool.query(`drop table if exists saved.${table}; create table saved.${table} as table public.${table}`)
}

/** Half of what is bent belongs to the election; the rest is anything. */
const ofElections = [
  'ballots',
  'board_tiles',
  'board_trees',
  'elections',
  'nominees',
  'roll',
  'signed_statements',
  'tallies',
  'turnout',
]

interface Column {
  name: string
  type: string
}

/** One act of somebody who owns the database. Answers what it was, or null where nothing came of it. */
async function bend(pool: pg.Pool, random: Random): Promise<string | null> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query('select setseed($1)', [random.below(1000) / 1000])
    const done = await random.pick([bendRow, bendRow, bendRow, mutate, putBack, forgetSigned])(client, random)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    // A constraint says no to a value that cannot be.
    if (error instanceof pg.DatabaseError) return null
    throw error
  } finally {
    client.release()
  }
}

async function mutate(client: pg.PoolClient, random: Random): Promise<string | null> {
  const [name, mutation] = random.pick(Object.entries(mutations))
  return (await mutation({ client, election, below: (most) => random.below(most) })) ? name : null
}

/** A table, or all of them, as they were when they were last saved; or they are saved for later. */
async function putBack(client: pg.PoolClient, random: Random): Promise<string> {
  if (random.below(3) === 0) {
    await save(client)
    return 'all tables are saved'
  }
  const all = await tablesOf(client)
  const chosen = random.pick([all, [random.pick(all)], [random.pick(ofElections)], ofElections])
  for (const table of chosen) {
    const columns = (await columnsOf(client, table)).map(({ name }) => `"${name}"`).join()
    await client.query(`delete from ${table}; insert into ${table} (${columns}) select ${columns} from saved.${table}`)
  }
  return `put back: ${chosen.length === all.length ? 'all tables' : chosen.join(', ')}`
}

/** All that was signed, or that of one kind or the last of it, is gone; and perhaps nothing was ever frozen or counted. */
async function forgetSigned(client: pg.PoolClient, random: Random): Promise<string> {
  const which = random.pick(['true', `type = 'head/2'`, `type = 'freeze/2'`, `type like 'correction%'`, 'number > 0'])
  await client.query(`delete from signed_statements where ${which}`)
  const anew = random.below(2) === 0
  if (anew)
    await client.query(`update elections set frozen_at = null, count_closed_at = null; update ballots set counted = false;
      delete from board_tiles; delete from tallies; delete from board_trees; update turnout set counted = 0`)
  return `what was signed is gone: ${which}${anew ? ', and what was counted' : ''}`
}

async function columnsOf(client: pg.PoolClient, table: string): Promise<Column[]> {
  const { rows } = await client.query(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows
}

/** Any row of any table: removed, doubled, or one of its values changed or exchanged with another row's. */
async function bendRow(client: pg.PoolClient, random: Random): Promise<string | null> {
  const table = random.pick([random.pick(ofElections), random.pick(await tablesOf(client))])
  const { rows } = await client.query<{ at: string }>(`select ctid::text as at from ${table} order by ctid`)
  if (rows.length === 0) return null
  const [row, other] = [random.pick(rows).at, random.pick(rows).at]
  const columns = await columnsOf(client, table)
  const { name, type } = random.pick(columns)
  const acts: Record<string, () => Promise<unknown>> = {
    removed: () => client.query(`delete from ${table} where ctid = $1::tid`, [row]),
    'all removed': () => client.query(`delete from ${table}`),
    changed: () => client.query(`update ${table} set "${name}" = ${another(name, type)} where ctid = $1::tid`, [row]),
    'all changed': () => client.query(`update ${table} set "${name}" = ${another(name, type)}`),
    exchanged: () =>
      client.query(
        `update ${table} t set "${name}" = o."${name}" from ${table} o
         where t.ctid in ($1::tid, $2::tid) and o.ctid in ($1::tid, $2::tid) and t.ctid <> o.ctid`,
        [row, other],
      ),
    doubled: () => {
      const values = columns.map((one) => (one.name === name ? another(name, type) : `"${one.name}"`))
      const names = columns.map((one) => `"${one.name}"`).join()
      return client.query(
        `insert into ${table} (${names}) select ${values.join()} from ${table} where ctid = $1::tid`,
        [row],
      )
    },
  }
  const act = random.pick([
    'removed',
    'changed',
    'changed',
    'changed',
    'exchanged',
    'doubled',
    'all changed',
    'all removed',
  ])
  await acts[act]?.()
  return `${table}.${name} ${act}`
}

/** Another value of the kind, as an expression. */
function another(name: string, type: string): string {
  const column = `"${name}"`
  if (type === 'bool') return `not ${column}`
  if (/^(int|float|numeric)/.test(type)) return `${column} + (array[-1, 1, 5])[1 + floor(random() * 3)::int]`
  if (type === 'timestamptz')
    return `${column} + (array['-2 days', '-1 hour', '1 hour', '2 days'])[1 + floor(random() * 4)::int]::interval`
  if (type === 'bytea') return `set_byte(${column}, 0, 255 - get_byte(${column}, 0))`
  if (type === 'uuid') return `(select id from users order by random() limit 1)`
  if (type === 'jsonb') return `replace(${column}::text, 'PN', 'PA')::jsonb`
  if (type === 'text') return `(array['PA', 'NCR', ${column} || ' ', 'NOMINEE 0', null])[1 + floor(random() * 5)::int]`
  return 'null'
}

interface Played {
  acts: string[]
  end: Reply
  ballots: Ballots
  package: Buffer | null
  errors: string[]
}

async function play(seed: number): Promise<Played> {
  const random = new Random(seed)
  const database = await scratchDatabase({ copyOf: origin.database.name })
  const dataDir = await scratchFolder()
  await cp(origin.dataDir, dataDir, { recursive: true })
  clock.now = startedAt
  const { site, lines, stop } = await start(database, dataDir)
  const ballots: Ballots = new Map([...beginning].map(([id, own]) => [id, own.map((one) => ({ ...one }))]))
  const acts: string[] = []
  const note = (act: string, reply?: Reply) => acts.push(reply ? `${act}: ${reply.status} ${reply.code ?? ''}` : act)
  const refusable = async (name: string, act: () => Promise<unknown>) =>
    act().then(
      () => note(name),
      (error: Error) => note(`${name}: ${error.message}`),
    )
  const count = () => refusable('count', () => noteHead(site, ballots, () => countNow(site.deps)))
  const honest: (() => Promise<unknown>)[] = [
    async () => note('vote', await voteOf(site, random, random.pick(people), ballots)),
    async () => note('vote', await voteOf(site, random, random.pick(people), ballots)),
    async () => note('proxy', await voteOf(site, random, random.pick(people), ballots, true)),
    () => refusable('head', () => noteHead(site, ballots, () => signHead(site))),
    count,
    async () =>
      void (clock.now = Math.max(clock.now, random.pick([clock.now + 3_600_000, votingCloses, votingCloses + 60_000]))),
    async () => note('closing', await send(site.url, admin, `/api/elections/${election}/closing`)),
  ]
  try {
    const length = 4 + random.below(10)
    const bends = 1 + random.below(3)
    const at = new Set(Array.from({ length: bends }, () => random.below(length)))
    for (let step = 0; step < length; step++) {
      await random.pick(honest)()
      const done = at.has(step) && (await bend(site.deps.pool, random))
      if (done) note(`BENT ${done}`)
    }
    clock.now = Math.max(clock.now, votingCloses + 60_000)
    await count()
    await refusable('purge', () => purgeTraces(site.deps, election))
    await settleTies(site)
    const end = await send(site.url, admin, `/api/elections/${election}/certification`, { body: {} })
    note('certification', end)
    const archive =
      end.status === 201
        ? await fetch(`${site.url}/api/elections/${election}/board/package.zip`, {
            headers: { cookie: admin.cookie },
          })
        : null
    return { acts, end, ballots, package: archive && Buffer.from(await archive.arrayBuffer()), errors: lines }
  } finally {
    await stop()
    await database.drop()
    await removeFolder(dataDir)
  }
}

async function settleTies(site: Site): Promise<void> {
  interface Closing extends Reply {
    ties?: { ms: string; seats: number; nominees: { nomineeId: string }[] }[]
  }
  const { ties = [] } = await send<Closing>(site.url, admin, `/api/elections/${election}/closing`)
  for (const { ms, seats, nominees } of ties)
    await send(site.url, admin, `/api/elections/${election}/ties/${ms}`, {
      method: 'PUT',
      body: { nomineeIds: nominees.slice(0, seats).map(({ nomineeId }) => nomineeId), reason: 'lots were drawn' },
    })
}

/** What is not as it should be at the end of a history, or how it ended as it should. */
async function judge({ end, ballots, package: archive }: Played): Promise<{ fault?: string; end: string }> {
  const refused = { end: end.code ?? 'nothing' }
  if (end.status !== 201)
    return end.code && end.status !== 500 ? refused : { ...refused, fault: 'refused without a reason' }
  if (!archive) return { end: 'certified', fault: 'without a package' }
  const verdict = await verifyPackage(bufferSource(archive))
  const broken = verdict.checks.filter(({ outcome }) => outcome === 'fails')
  if (!verdict.holds) return { end: 'certified', fault: `does not hold: ${JSON.stringify(broken)}` }
  const promised = [...ballots.values()].flat()
  if (isTrue(end, promised)) return { end: 'certified' }
  const missing: Acknowledged[] = []
  for (const one of promised) if (!(await isKept(archive, one))) missing.push(one)
  const isFound =
    isTrue(
      end,
      promised.filter((one) => !missing.includes(one)),
    ) && !missing.some((one) => one.underHead)
  const fault = isFound ? {} : { fault: `another result, ${missing.length} promises broken` }
  return { end: 'certified without ballots whose promise proves it', ...fault }
}

function isTrue(end: Reply, ballots: Acknowledged[]): boolean {
  const standings = end['standings'] as { nomineeId: string; name: string; votes: number }[]
  const votes = (id: string) => ballots.filter(({ choices }) => choices.includes(id)).length
  const rightly = standings.filter(
    (one) => one.name.includes(names.get(one.nomineeId) ?? '?') && one.votes === votes(one.nomineeId),
  )
  return end['ballots'] === ballots.length && standings.length === names.size && rightly.length === names.size
}

/** By its receipt; and the promise that came with it, if it is not. Of a ballot by proxy there is none. */
async function isKept(archive: Buffer, { secret, choices, promise }: Acknowledged): Promise<boolean> {
  const [receipt, signature] = [secret, promise.signature].map((hex) => new Uint8Array(Buffer.from(hex, 'hex')))
  const chosen = new Map(seats.map(({ slot }, n) => [slot.toLowerCase(), choices[n] ?? 'blank']))
  const claim = { election, secret: receipt!, ballot: promise.ballot, signature: signature!, choices: chosen }
  const evidence = { receipt: receipt!, ...(promise.signature && { promise: claim }) }
  const { checks } = await verifyPackage(bufferSource(archive), evidence)
  const outcomeOf = (name: string) => checks.find((check) => check.name === name)?.outcome
  if (promise.signature) expect(outcomeOf('promise')).toBe(outcomeOf('receipt'))
  return outcomeOf('receipt') === 'holds'
}

test(`${count} elections bent at random are refused with a reason or end in the true result`, async () => {
  const faults: string[] = []
  const ends = new Map<string, number>()
  for (let seed = first; seed < first + count; seed++) {
    const played = await play(seed)
    const { fault, end } = await judge(played)
    ends.set(end, (ends.get(end) ?? 0) + 1)
    if (fault || count === 1) {
      process.stdout.write(
        `BENT_SEED=${seed} ${fault}\n  ${[...played.acts, ...played.errors.slice(0, 3)].join('\n  ')}\n`,
      )
    }
    if (seed % 50 === 0) process.stdout.write(`${seed} ${JSON.stringify(Object.fromEntries(ends))}\n`)
    if (fault) faults.push(`BENT_SEED=${seed} ${fault}`)
  }
  process.stdout.write(`${JSON.stringify(Object.fromEntries(ends))}\n`)
  expect(faults).toEqual([])
  // Most of what is bent does not matter to an election; the rest is refused.
  expect(ends.get('certified') ?? 0).toBeGreaterThan(count / 10 - 1)
}, 3_600_000)

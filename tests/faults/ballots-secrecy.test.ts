import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { lockKeys } from '#server/db/locks.ts'
import { createUnpacker } from '#server/elections/board/tiles.ts'
import { afterCertificationMs } from '#server/elections/counting/close-count.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import type { Head } from '#shared/elections/board/statements.ts'
import { aSecret, choicesFrom, votingCloses, votingOpens, commitmentsOf } from '#tests/support/election.ts'
import { testSite } from '#tests/support/site.ts'
import { send, sendBallot, sendProxy, signedInPeople } from '#tests/support/voters.ts'

/**
 * The attacker has the whole database with every hidden column and the order of rows on the disk, knows every voter, every
 * nominee and in which order people voted, and lacks the vault key and the secrets. They guess what each voter chose for PN.
 * The voters make it easy: they come in blocs of five, each of one mind, so that any trace of order would give them away.
 */
const voterCount = 300
const blocs = [0.34, 0.26, 0.18, 0.13, 0.09]
const blocOf = (n: number) => {
  // The golden ratio spreads blocs of each kind evenly over the day.
  const at = (Math.floor(n / 5) * 0.618034) % 1
  let end = 0
  return blocs.findIndex((part) => at < (end += part))
}

let now = votingOpens
/** What the attacker lacks; the test knows it to see how right a guess is. */
const secrets: { choices: (string | null)[]; secret: string }[] = []
/** Taken from the table as it was cast, to look for it later where nothing of it should be left. */
const sealedSeen: Buffer[] = []

const site = await testSite({ clock: { now: () => now } })
const { pool } = site
// The test says when ballots are counted.
const held = await pool.connect()
await held.query(`select pg_advisory_lock($1, hashtext('count ballots'))`, [lockKeys.jobs])
const election = await site.theElection()
const unpack = createUnpacker(election)
const slate = await site.aSlate()
const voters = await signedInPeople(site, voterCount)
const admin = (await signedInPeople(site, 1, { admins: true }))[0]!
for (const [n, voter] of voters.entries()) {
  const choices = choicesFrom(slate, blocOf(n))
  if (n % 10 === 0) choices[6] = null
  const ballot = { choices, secret: aSecret(), blanksConfirmed: true }
  secrets.push(ballot)
  const cast =
    n % 25 === 24
      ? await sendProxy(site.url, admin, election, voter.id, ballot)
      : await sendBallot(site.url, voter, election, ballot)
  expect(cast.status).toBe(201)
  if (n % 40 === 39) await site.countNow()
}
const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from ballots')
sealedSeen.push(...rows.map((row) => row.sealed))
held.release(true)
afterAll(() => site.stop())

interface DumpedRow {
  xmin: string
  ctid: string
  row: string
}
type Dump = Map<string, DumpedRow[]>

/** Every table whole, in the order of the disk, at one moment: the site's own job goes on. */
async function dump(pool: pg.Pool): Promise<Dump> {
  const client = await pool.connect()
  await client.query('begin isolation level repeatable read')
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const found: Dump = new Map()
  for (const { name } of tables) {
    const { rows } = await client.query<DumpedRow>(
      `select xmin, ctid, to_jsonb("${name}")::text as row from "${name}" order by ctid`,
    )
    found.set(name, rows)
  }
  await client.query('commit')
  client.release()
  return found
}

interface Vote {
  xmin: string
  nominee: string
}
interface Ballot {
  xmin: string
  /** The place of the voter in the order of voting. */
  voter: number
}

/** What the attacker makes of a dump: votes for PN and counted ballots, each in the order of the disk. */
function read(found: Dump): { votes: Vote[]; ballots: Ballot[] } {
  const place = new Map(voters.map(({ id }, n) => [id, n]))
  const ballots = (found.get('ballots') ?? []).flatMap(({ xmin, row }) => {
    const { counted, voter_id } = JSON.parse(row) as { counted: boolean; voter_id: string }
    return counted ? [{ xmin, voter: place.get(voter_id) ?? -1 }] : []
  })
  const heads = headsIn(found).filter((head) => ballots.some(({ xmin }) => xmin === head.xmin))
  const votes = leavesIn(found).flatMap(({ xmin, position, nomineeId }) => {
    const nominee = slate.PN.find((id) => id === nomineeId)
    // A head was written with the leaves that it is the first to hold, which tells more than the tile, as long as ballots tell it too.
    const head = heads.find(({ size }) => position < size)
    return nominee ? [{ xmin: head?.xmin ?? xmin, nominee }] : []
  })
  return { votes, ballots }
}

/** Every leaf, with the transaction that wrote its tile. */
const leavesIn = (found: Dump) =>
  (found.get('board_tiles') ?? [])
    .map(({ xmin, row }) => ({ xmin, ...(JSON.parse(row) as { tile: number; leaves: string }) }))
    .toSorted((a, b) => a.tile - b.tile)
    .flatMap(({ xmin, leaves }) => unpack(Buffer.from(leaves.slice(2), 'hex')).map((leaf) => ({ xmin, ...leaf })))
    .map((leaf, position) => ({ ...leaf, position }))

const headsIn = (found: Dump) =>
  (found.get('signed_statements') ?? [])
    .map(({ xmin, row }) => ({ xmin, ...(JSON.parse(row) as { type: string; statement: string }) }))
    .filter(({ type }) => type === 'head/2')
    .map(({ xmin, statement }) => ({ xmin, size: (JSON.parse(statement) as Head).size }))
    .toSorted((a, b) => a.size - b.size)

/** How many are guessed right by whoever knows the totals only. */
const byTotals = () => voters.filter((_, n) => blocOf(n) === 0).length / voterCount

const isRight = ({ voter }: Ballot, nominee: string | undefined) => slate.PN[blocOf(voter)] === nominee

/** The first ballot goes with the first vote, the second with the second, in whatever order either is given. */
const inStep = (ballots: Ballot[], votes: Vote[]) => ballots.filter((one, n) => isRight(one, votes[n]?.nominee)).length

/** How far beyond chance, in standard deviations, when ballots and votes are matched at random within each batch. */
function beyondChance(ballots: Ballot[], votes: Vote[], attack: (ballots: Ballot[], votes: Vote[]) => number): number {
  const batches = [...new Set(votes.map(({ xmin }) => xmin))].map((xmin) => ({
    ballots: ballots.filter((one) => one.xmin === xmin),
    votes: votes.filter((one) => one.xmin === xmin),
  }))
  const score = (mixed: boolean) =>
    batches.reduce((sum, one) => sum + attack(one.ballots, mixed ? inRandomOrder(one.votes) : one.votes), 0)
  const chance = Array.from({ length: 400 }, () => score(true))
  const mean = chance.reduce((sum, one) => sum + one, 0) / chance.length
  const deviation = Math.sqrt(chance.reduce((sum, one) => sum + (one - mean) ** 2, 0) / chance.length)
  return (score(false) - mean) / Math.max(deviation, 0.5)
}

function inRandomOrder<One>(given: One[]): One[] {
  const all = [...given]
  for (let n = all.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1))
    ;[all[n], all[other]] = [all[other]!, all[n]!]
  }
  return all
}

/** Orders in which somebody might line ballots up with votes. */
const orders: Record<string, (ballots: Ballot[]) => Ballot[]> = {
  'as they lie on the disk': (ballots) => ballots,
  'as they were cast': (ballots) => ballots.toSorted((a, b) => a.voter - b.voter),
  'the last first': (ballots) => ballots.toSorted((a, b) => b.voter - a.voter),
  'by the voters’ ids': (ballots) => ballots.toSorted((a, b) => (voters[a.voter]!.id < voters[b.voter]!.id ? -1 : 1)),
}

/** Guesses for every counted ballot what most of its batch chose. The share that is right. */
function byBatch(ballots: Ballot[], votes: Vote[]): number {
  const right = ballots.filter((one) => {
    const beside = votes.filter(({ xmin }) => xmin === one.xmin)
    const most = slate.PN.toSorted((a, b) => tally(beside, b) - tally(beside, a))[0]
    return isRight(one, most)
  })
  return right.length / ballots.length
}
const tally = (votes: Vote[], nominee: string) => votes.filter((one) => one.nominee === nominee).length

function expectNoOrder(found: Dump): void {
  const { votes, ballots } = read(found)
  for (const [name, order] of Object.entries(orders))
    expect(
      beyondChance(ballots, votes, (some, beside) => inStep(order(some), beside)),
      name,
    ).toBeLessThan(4.5)
}

/** Tables in which a row was last written by a transaction that wrote votes. */
function writtenWithVotes(found: Dump): string[] {
  const xmins = new Set(found.get('board_tiles')?.map(({ xmin }) => xmin))
  return [...found].filter(([, rows]) => rows.some(({ xmin }) => xmins.has(xmin))).map(([name]) => name)
}

/** What lies in the files of a table and what belongs to it, dead rows included. */
async function filesOf(pool: pg.Pool, table: string): Promise<Buffer> {
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ file: Buffer }>(
    `select pg_read_binary_file(pg_relation_filepath(c.oid::regclass)) as file from pg_class c
     where c.oid = $1::regclass or c.oid in (select indexrelid from pg_index where indrelid = $1::regclass)
       or c.oid = (select reltoastrelid from pg_class where oid = $1::regclass)`,
    [table],
  )
  return Buffer.concat(rows.map(({ file }) => file))
}

const timesIn = (hay: Buffer, needle: Buffer) => {
  let times = 0
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) times++
  return times
}

test('the attack has teeth: votes kept in the order of casting would give everybody away', async () => {
  const { ballots } = read(await dump(site.pool))
  const cast = orders['as they were cast']!(ballots)
  const leaky = cast.map(({ xmin, voter }) => ({ xmin, nominee: slate.PN[blocOf(voter)]! }))
  expect(
    beyondChance(ballots, leaky, (some, beside) => inStep(orders['as they were cast']!(some), beside)),
  ).toBeGreaterThan(8)
})

// Shows counting-06
test('while voting goes on: a vote hides among at least ten, and nothing tells them apart', async () => {
  const found = await dump(site.pool)
  const { votes, ballots } = read(found)
  const sizes = [...new Set(votes.map(({ xmin }) => xmin))].map(
    (xmin) => ballots.filter((one) => one.xmin === xmin).length,
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(ballots.length)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10)
  expect(voterCount - ballots.length).toBeGreaterThanOrEqual(10)
  expectNoOrder(found)
  const onTheBoard = ['board_trees', 'signed_statements']
  expect(['ballots', 'tallies', 'turnout', 'board_tiles', ...onTheBoard]).toEqual(
    expect.arrayContaining(writtenWithVotes(found)),
  )
  expect(new Set(sealedSeen.map(({ length }) => length)).size).toBe(1)
  const share = byBatch(ballots, votes)
  process.stdout.write(
    `while voting, batches of ${sizes.join(', ')}: guessing by batch is right for ${percent(share)}, by the totals alone ${percent(byTotals())}\n`,
  )
})

// Shows counting-07
test('no other table holds a commitment or says what somebody chose', async () => {
  const found = await dump(site.pool)
  const leaves = leavesIn(found)
  const known = new Set(leaves.map(({ commitment }) => toHex(commitment)))
  expect(known.size).toBe(leaves.length)
  for (const [name, rows] of found)
    if (name !== 'board_tiles')
      for (const { row } of rows)
        for (const [hex] of row.matchAll(/[0-9a-f]{64}/g)) expect(known.has(hex), `${name}: ${row}`).toBe(false)
  const { rows: columns } = await site.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'board_tiles' order by 1`,
  )
  expect(columns.map(({ name }) => name)).toEqual(['election_id', 'leaves', 'root', 'tile'])
  const nominees = Object.values(slate).flat()
  for (const name of ['ballots', 'turnout', 'emails', 'voter_emails', 'sessions', 'pending_proxies', 'uploads', 'roll'])
    for (const { row } of found.get(name) ?? [])
      expect(
        nominees.some((id) => row.includes(id)),
        name,
      ).toBe(false)
})

test('after the close of the count: nobody is told apart from anybody, on the disk neither', async () => {
  now = votingCloses + 60_000
  const { pool } = site
  await expect
    .poll(
      async () => {
        await site.countNow()
        return (await pool.query('select traces_purged_at from elections where id = $1', [election])).rows[0]
          .traces_purged_at
      },
      { interval: 500 },
    )
    .not.toBeNull()
  const found = await dump(pool)
  const { votes, ballots } = read(found)
  expect(ballots).toHaveLength(voterCount)
  const messages = found.get('voter_emails') ?? []
  expect(messages.length).toBeGreaterThan(0)
  for (const rows of [votes, ballots, messages]) expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
  expectNoOrder(found)
  // One batch of all: the best guess is whoever got most votes.
  expect(byBatch(ballots, votes)).toBeCloseTo(byTotals(), 5)
  const files = await filesOf(pool, 'board_tiles')
  const times = leavesIn(found).map(({ nonce }) => timesIn(files, Buffer.from(nonce)))
  // One that lies across two pages of the disk is not found at all.
  expect(Math.max(...times)).toBe(1)
  expect(times.filter((one) => one === 1).length).toBeGreaterThan(0.95 * times.length)
  const sealed = await filesOf(pool, 'ballots')
  for (const one of sealedSeen) expect(timesIn(sealed, one)).toBe(1)
  process.stdout.write(
    `after the close of the count: guessing is right for ${percent(byBatch(ballots, votes))}, as by the totals alone\n`,
  )
})

/** The batches as the public heads show them, each with the places of its leaves. */
async function publicBatches(): Promise<{ from: number; to: number; cast: number; ballots: number }[]> {
  const text = (await site.visitor().get(`/api/elections/${election}/board/heads.ndjson`)).text
  const heads = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(JSON.parse(line).statement) as Head)
  return heads.flatMap((head, n) => {
    const before = heads[n - 1]
    const from = before?.size ?? 0
    return head.size > from
      ? [{ from, to: head.size, cast: head.ballots, ballots: head.counted - (before?.counted ?? 0) }]
      : []
  })
}

// Shows counting-22
test('from the public board, heads and openings, who knows the order of voting links nobody to a choice', async () => {
  const text = (await site.visitor().get(`/api/elections/${election}/board/openings/0`)).text
  const leaves = text.trimEnd().split('\n')
  const batches = await publicBatches()
  expect(batches.reduce((sum, { ballots }) => sum + ballots, 0)).toBe(voterCount)
  for (const { ballots, from, to } of batches) {
    expect(ballots).toBeGreaterThanOrEqual(10)
    expect(to - from).toBe(ballots * 7)
  }
  // Each batch takes so many of those that wait, at random: so likely is a ballot that waits among them.
  let right = 0
  let surest = 0
  for (const [voter] of voters.entries()) {
    const likely = new Map(slate.PN.map((nominee) => [nominee, 0]))
    let waiting = 1
    let counted = 0
    for (const { from, to, cast, ballots } of batches) {
      const share = cast > voter ? waiting * (ballots / (cast - counted)) : 0
      for (const nominee of slate.PN) {
        const votes = leaves.slice(from, to).filter((line) => line.includes(nominee)).length
        likely.set(nominee, likely.get(nominee)! + (share * votes) / ballots)
      }
      waiting -= share
      counted += ballots
    }
    const guesses = [...likely].map(([nominee, chance]) => ({ nominee, likely: chance }))
    guesses.sort((a, b) => b.likely - a.likely)
    surest = Math.max(surest, guesses[0]!.likely)
    if (slate.PN[blocOf(voter)] === guesses[0]!.nominee) right++
  }
  process.stdout.write(
    `by the public heads and the order of voting: right for ${percent(right / voterCount)}, by the totals alone ${percent(byTotals())}; nobody's choice is surer than ${percent(surest)}\n`,
  )
  expect(right / voterCount).toBeLessThan(byTotals() + 0.1)
  expect(surest).toBeLessThan(0.8)
})

// Shows counting-22
test('nor do combinations come to light: the leaves of one ballot stand no closer than those of any two', async () => {
  const all = leavesIn(await dump(site.pool))
  const at = new Map(all.map((leaf) => [toHex(leaf.commitment), leaf]))
  const batches = await publicBatches()
  const own: number[] = []
  const bits: number[] = []
  const distances = (one: (typeof all)[number], other: (typeof all)[number]) => {
    const { from = 0, to = 1 } = batches.find((batch) => one.position >= batch.from && one.position < batch.to) ?? {}
    return {
      places: Math.abs(one.position - other.position) / (to - from),
      bits: one.nonce.reduce((sum, byte, n) => sum + ones(byte ^ other.nonce[n]!), 0),
    }
  }
  for (const ballot of secrets) {
    const leaves = commitmentsOf(election, ballot).map((commitment) => at.get(commitment)!)
    for (const [n, leaf] of leaves.entries())
      for (const other of leaves.slice(n + 1)) {
        const far = distances(leaf, other)
        own.push(far.places)
        bits.push(far.bits)
      }
  }
  // Two places drawn at random from a batch are a third of it apart; two nonces differ in half their bits.
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  expect(Math.abs(mean(own) - 1 / 3)).toBeLessThan((4.5 * 0.24) / Math.sqrt(own.length / 3))
  expect(Math.abs(mean(bits) - 64)).toBeLessThan((4.5 * 5.7) / Math.sqrt(bits.length / 3))
})
const ones = (byte: number) => byte.toString(2).replaceAll('0', '').length

// Shows voting-38, closing-14
test('after certification: the key is gone, and so is every sealed ballot, from the table and its files', async () => {
  const { pool } = site
  const certified = await send(site.url, admin, `/api/elections/${election}/certification`, { body: {} })
  expect(certified, JSON.stringify(certified)).toMatchObject({ status: 201 })
  now += afterCertificationMs
  await expect
    .poll(
      async () => {
        await site.countNow()
        return (await pool.query('select key_destroyed_at from elections where id = $1', [election])).rows[0]
          .key_destroyed_at
      },
      { interval: 500 },
    )
    .not.toBeNull()
  // Who voted stays for those who doubt the roll, until its salts are removed.
  expect(await readdir(`${site.dataDir}/vault`)).toEqual([`${election}.roll.key`])
  const { rows } = await pool.query('select count(*)::int as n from ballots where length(sealed) > 0')
  expect(rows[0].n).toBe(0)
  const files = await filesOf(pool, 'ballots')
  expect(sealedSeen.filter((one) => files.includes(one))).toEqual([])
  const found = await dump(pool)
  expectNoOrder(found)
  expect(await walHolds(pool)).toBeTypeOf('number')
})

/** How many sealed ballots the write-ahead log still holds: without the key they are noise, and the log is overwritten in time. */
async function walHolds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ name: string }>('select name from pg_ls_waldir()')
  let left = sealedSeen
  for (const { name } of rows) {
    // Null for a segment that a checkpoint has removed since they were listed.
    const { rows: read } = await pool.query<{ file: Buffer | null }>(
      `select pg_read_binary_file('pg_wal/' || $1, 0, pg_size_bytes(current_setting('wal_segment_size')), true) as file`,
      [name],
    )
    left = left.filter((one) => !read[0]?.file?.includes(one))
  }
  process.stdout.write(
    `the write-ahead log still holds ${sealedSeen.length - left.length} of ${sealedSeen.length} sealed ballots\n`,
  )
  return sealedSeen.length - left.length
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

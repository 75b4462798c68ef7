import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { packLeaves } from '#server/elections/board/tiles.ts'
import { afterCertificationMs } from '#server/elections/counting/close-count.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { jobTimes } from '#server/jobs/site-jobs.ts'
import { fromHex, toHex, uuidBytes } from '#shared/elections/board/bytes.ts'
import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { pages } from '#shared/pages.ts'
import { scratchDatabase, type ScratchDatabase } from '#tests/support/database.ts'
import { choicesFrom, votingCloses, votingOpens } from '#tests/support/election.ts'
import { announceDefault, holdJob, testSite, type TestSite } from '#tests/support/site.ts'
import { sendBallot, signedInPeople, type SignedIn } from '#tests/support/voters.ts'

/**
 * Nothing that the site says tells what one voter chose, not even to somebody who can write any table, triggers off, and so ask
 * questions through changed rows.
 *
 * Two worlds begin as copies of one database and one data folder, so every id, key and name is the same in both. In the second,
 * two voters have each other's ballot, with its secret; and so have two more: one pair is counted while voting goes on, the other at
 * the end. So all that is public is the same to the byte: leaves, totals, heads, signatures. Both worlds are asked the same: at
 * each moment every page and every GET route, and after each change of the tables what speaks of elections, and the acts that open
 * ballots. Whatever differs tells whose ballot is whose. How long an answer takes is not compared.
 */
interface Home {
  database: ScratchDatabase
  dataDir: string
}
const homes: Home[] = []
async function aHome(copyOf?: Home): Promise<Home> {
  const database = await scratchDatabase({ copyOf: copyOf?.database.name ?? '' })
  const dataDir = await mkdtemp(join(tmpdir(), 'site-test-'))
  homes.push({ database, dataDir })
  if (copyOf) await cp(copyOf.dataDir, dataDir, { recursive: true })
  return { database, dataDir }
}
afterAll(async () => {
  for (const { database, dataDir } of homes) {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
/** The test itself runs those that matter, when it wants. */
const holdJobs = (home: Home) => holdJob(home, ...jobTimes.map(({ name }) => name))

const time = { now: votingOpens }
const clock = { now: () => time.now }
/** Added to the time that caches go by: nothing in them is older than the last change of the tables. */
let skippedMs = 0
const realNow = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => realNow() + skippedMs)

// What both worlds begin with: an election that was just frozen.
const began = await aHome()
const release = await holdJobs(began)
const first = await testSite({ besides: began, clock })
await announceDefault(first)
const election = await first.theElection()
const slate = await first.aSlate()
const { seats } = (await first.elections.byId(election))!
await first.changeElection({ proxyNeedsSecondAdmin: true })
// Of one region, so that the figures of a region are the same in both worlds, too.
const people = (await signedInPeople(first, 40)).toSorted(
  (a, b) => Number(b.region === 'NCR') - Number(a.region === 'NCR'),
)
type Six = [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn, SignedIn]
const [earlyOne, earlyTwo, lateOne, lateTwo, accomplice, member, ...others] = people as [...Six, ...SignedIn[]]
const [admin, second] = (await signedInPeople(first, 2, { admins: true })) as [SignedIn, SignedIn]
const roles = {
  visitor: '',
  member: member.cookie,
  'early voter': earlyOne.cookie,
  'late voter': lateOne.cookie,
  viewer: (await first.asViewer()).cookie,
  observer: (await first.signedIn(await first.anObserver(election, admin))).cookie,
  administrator: admin.cookie,
  'second administrator': second.cookie,
}
await freezeElections(first)
const { routes } = (await createApp(first)).app
await first.stop()
await release()

function aBallot(from: number, of: string, blank = -1) {
  const choices = choicesFrom(slate, from).map((chosen, seat) => (seat === blank ? null : chosen))
  return { choices, secret: createHash('sha256').update(of).digest('hex').slice(0, 32), blanksConfirmed: true }
}
/** The two ballots differ in every seat. */
const pairs = [
  { voters: [earlyOne, earlyTwo], ballots: [aBallot(0, 'early one'), aBallot(2, 'early two', 6)] },
  { voters: [lateOne, lateTwo], ballots: [aBallot(1, 'late one', 6), aBallot(3, 'late two')] },
] as const
type Pair = (typeof pairs)[number]

/** Every GET route of the app and every page, about what there is. */
const paths = [...new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))]
  .flatMap((path) => (path === '/*' ? Object.values(pages).map((page) => page.path) : path))
  .flatMap((path) => subjectsOf(path).map((id) => path.replace(':id', id)))
  .map((path) =>
    path.replaceAll(/:\w+/g, '0').replace(/(inclusion|consistency)$/, '$1?position=1&size=98&from=7&to=98'),
  )
function subjectsOf(path: string): string[] {
  if (/(elections|observing|board)\/:id/.test(path)) return [election]
  return path.includes('nominees/:id') ? slate.PN.slice(0, 2) : path.includes(':id') ? [earlyOne.id, lateOne.id] : ['']
}

/** What somebody writes into the tables to learn what is on the ballot of one voter. All is put back afterwards. */
const [victim, other] = [lateOne.id, lateTwo.id]
const [x, y] = slate.PN
const inLeaves = (bytes: Uint8Array, others: Uint8Array) =>
  `update board_tiles set leaves = decode(replace(encode(leaves, 'hex'), '${toHex(bytes)}', '${toHex(others)}'), 'hex')`
const leaf = packLeaves(
  createLeafMaker(sha256, election).leavesOf(seats, fromHex(pairs[1].ballots[0].secret), pairs[1].ballots[0].choices),
).subarray(0, 33)
const sealed = `(select sealed from ballots where voter_id = '${victim}')`
const swap = `update nominees n set data = o.data from nominees o
  where n.id in ('${x}', '${y}') and o.id in ('${x}', '${y}') and n.id <> o.id`
const bends = {
  'a nominee is of another service': `update nominees set data = jsonb_set(data, '{ms}', '"TAS"') where id = '${x}'`,
  'a nominee is gone': `delete from nominees where id = '${x}'`,
  'two nominees are exchanged': swap,
  'a seat is gone': 'update elections set seats = seats - 6',
  'voting has ended': `update elections set voting_closes = voting_opens + interval '1 second'`,
  'voting goes on': `update elections set voting_closes = voting_closes + interval '1 day', count_closed_at = null`,
  'results are shown later': `update elections set results_visible = 'after close'`,
  'it is not frozen': 'update elections set frozen_at = null',
  'it is certified': `update elections set certified_at = voting_opens, certified_by = '${admin.id}', certificate = '{}'`,
  'nothing is signed': 'delete from signed_statements',
  'nothing is signed, and two nominees are exchanged': `delete from signed_statements; delete from board_trees;
      delete from board_tiles; delete from tallies; update ballots set counted = false; update elections set frozen_at = null; ${swap}`,
  'the last head is gone': `delete from signed_statements where type = 'head/2' and
      number = (select max(number) from signed_statements where type = 'head/2')`,
  'all other ballots are marked as counted': `update ballots set counted = voter_id <> '${victim}'`,
  'all other ballots are gone': `delete from ballots where voter_id <> '${victim}'`,
  'all other ballots are damaged': `update ballots set sealed = sha256(sealed) where voter_id <> '${victim}'`,
  'the ballot is gone': `delete from ballots where voter_id = '${victim}'`,
  'the ballot is damaged': `update ballots set sealed = sha256(sealed) where voter_id = '${victim}'`,
  'the ballot is in the place of another': `update ballots set sealed = ${sealed} where voter_id = '${other}'`,
  'the ballot is gone, and one that was held back is there': `delete from ballots where voter_id = '${victim}';
      insert into ballots select * from held_back`,
  'the ballot waits as a proxy': `insert into pending_proxies (election_id, voter_id, asked_by, authority, sealed)
      values ('${election}', '${victim}', '${admin.id}', 'a letter', ${sealed})`,
  'the voter is struck from the roll': `update roll set struck = 1 where voter_id = '${victim}'`,
  'the voter is of another region': `update roll set region = 'Luzon' where voter_id = '${victim}'`,
  'the turnout is higher': 'update turnout set "cast" = "cast" + 5',
  'votes are for another': inLeaves(uuidBytes(x ?? ''), uuidBytes(y ?? '')),
  'a vote of the ballot is gone, and those after it move up': inLeaves(leaf, Buffer.alloc(0)),
}
const alone = 'ballots board_tiles board_trees pending_proxies roll signed_statements tallies turnout'.split(' ')
const bent = [...alone, 'nominees', 'elections']
const keep = bent.map((table) => `create table kept_${table} as table ${table}`).join(';')
/** In the same order as before, in which they lie on the disk. */
const mend = [
  `truncate ${alone.join()}; delete from nominees; delete from elections`,
  ...bent.map((table) => `insert into ${table} select * from kept_${table}; drop table kept_${table}`),
].join(';')

type Asked = [role: keyof typeof roles, method: string, path: string, body?: unknown]
const inElection = (path: string) => `/api/elections/${election}/${path}`
const anotherBallot = { choices: pairs[1].ballots[0].choices, secret: '0'.repeat(32), blanksConfirmed: true }
/** Every act that opens ballots. None is done: others are said to be elected, and the voter has voted, with another secret. */
const acts: Asked[] = [
  ['administrator', 'POST', inElection(`certification?elected=${election}`)],
  ['administrator', 'POST', inElection('recount')],
  ['observer', 'POST', inElection('recount')],
  ['second administrator', 'POST', inElection(`proxies/${victim}/confirmation`)],
  ['administrator', 'POST', inElection('proxies'), { ...anotherBallot, voterId: victim, authority: 'a letter' }],
  ['early voter', 'POST', inElection('ballot'), anotherBallot],
  ['late voter', 'POST', inElection('ballot'), anotherBallot],
]

async function aWorld(swapped: boolean) {
  const home = await aHome(began)
  const held = await holdJobs(home)
  const attacker = new pg.Client(home.database.config)
  await attacker.connect()
  // Which ballots are counted together is drawn at random: here the first that were cast, in both worlds.
  await attacker.query(`create function public.random() returns float8 language sql return 0.5;
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`)
  // What the server's modules keep, some of it by the id of the election, is of one world only.
  vi.resetModules()
  const { testSite: start } = await import('#tests/support/site.ts')
  const { siteJobs } = await import('#server/jobs/site-jobs.ts')
  const site = await start({ besides: home, clock })
  // What is loaded on demand is loaded now, from this world's modules.
  for (const cookie of [roles.visitor, roles.administrator])
    for (const { path } of Object.values(pages)) await site.visitor({ cookie }).get(path)
  const jobs = siteJobs(site).filter(({ name }) => /freeze|count ballots|voter emails/.test(name))
  const cast = async (voter: SignedIn, ballot: ReturnType<typeof aBallot>) =>
    expect(await sendBallot(site.url, voter, election, ballot)).toMatchObject({ status: 201 })
  return {
    site,
    cast,
    async castPair({ voters: [one, two], ballots }: Pair) {
      await cast(one, ballots[swapped ? 1 : 0])
      await cast(two, ballots[swapped ? 0 : 1])
    },
    async write(text: string) {
      await attacker.query(`begin; set local session_replication_role = replica; ${text}; commit`)
      site.elections.invalidate()
    },
    async runJobs() {
      site.elections.invalidate()
      for (const { run } of jobs) await run(AbortSignal.timeout(30_000))
    },
    async stop() {
      await site.stop()
      await attacker.end()
      await held()
    },
  }
}
type World = Awaited<ReturnType<typeof aWorld>>

const worlds = [await aWorld(false), await aWorld(true)] as const
const inBoth = <Result>(act: (world: World) => Promise<Result>) => Promise.all([act(worlds[0]), act(worlds[1])])
afterAll(() => inBoth((world) => world.stop()))
// The jobs that are held are late by now in both, though one world was started before the other.
skippedMs += 24 * 3_600_000

/** What the site says: status, headers and body, files unpacked, without what is of this moment and this process. */
async function ask({ site }: World, [role, method, path, body]: Asked): Promise<string> {
  const answer = await site.visitor({ cookie: roles[role] }).send(method, path, body)
  const isZip = answer.headers.get('content-type') === 'application/zip'
  const files = isZip && answer.status === 200 ? Object.entries(unzipSync(answer.bytes)) : [['', answer.bytes] as const]
  const text = files.map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString('latin1')}`).join('\n')
  const said = masked(site, text)
  const headers = [...answer.headers].filter(
    ([name]) =>
      !/^(date|x-request-id|set-cookie)$/.test(name) && (said === text || !/^(content-length|etag)$/.test(name)),
  )
  return `${answer.status} ${JSON.stringify(headers)}\n${said}`
}

const anHourAgo = Date.now() - 3_600_000
const masked = (site: TestSite, text: string) =>
  text
    .replaceAll(site.url, 'SITE')
    .replaceAll(/^\{"status":"running".*\n/gm, '')
    .replaceAll(/"(requestId|time|ms|\w+Ms|pid)":("[^"]*"|[\d.-]+)/g, '"$1":…')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+|\b\d{13}\b/g, (at) =>
      (Number(at) || Date.parse(at)) > anHourAgo ? 'NOW' : at,
    )
    .replaceAll(/"id":"[\w-]+",("host"|"group")/g, '$1')
    .replaceAll(/^\/ID \[.*\]$|\(D:\d{14}Z\)/gm, '')
    .replaceAll(/^(nodejs|process|db|disk|clock|\w+_seconds(_sum|_bucket)?\b).*\n/gm, '')

const differences: string[] = []
function compare(question: string, [zero, one]: [string, string]): void {
  if (zero === one) return
  let at = 0
  while (zero[at] === one[at]) at++
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 100), at + 100))
  differences.push(`${question}\n  ${around(zero)}\n  ${around(one)}`)
}

async function askBoth(step: string, questions: Asked[]): Promise<void> {
  for (const asked of questions)
    compare(`${step}: ${asked.slice(0, 3).join(' ')}`, await inBoth((world) => ask(world, asked)))
  const lines = ({ site }: World) => site.logged.splice(0).map((line) => masked(site, line))
  compare(`${step}: the log`, [lines(worlds[0]).toSorted().join(''), lines(worlds[1]).toSorted().join('')])
}

const everything = (['visitor', 'member', 'late voter', 'viewer', 'observer', 'administrator'] as const).flatMap(
  (role) => paths.map((path): Asked => [role, 'GET', path]),
)
/** Where elections are spoken of, to those of whom each sees what another does not. */
const ofElection = everything.filter(
  ([role, , path]) =>
    /visitor|observer|^administrator/.test(role) &&
    /elections|board|status|audit|dashboard|home|observ|schedule|metrics|readyz/.test(path) &&
    (path.includes('/api') || role === 'visitor'),
)

async function askAll(moment: string, bent = false): Promise<void> {
  await inBoth((world) => world.runJobs())
  skippedMs += 120_000
  await askBoth(moment, everything)
  for (const [bend, text] of bent ? Object.entries(bends) : []) {
    await inBoth((world) => world.write(`${keep}; ${text}`))
    skippedMs += 120_000
    await inBoth((world) => world.runJobs())
    await askBoth(`${moment}, ${bend}`, [...acts, ...ofElection])
    await inBoth((world) => world.write(mend))
    skippedMs += 120_000
    await inBoth((world) => world.runJobs())
  }
}

const uncounted = async ({ site }: World) => {
  const { rows } = await site.pool.query<{ voter_id: string }>('select voter_id from ballots where not counted')
  return pairs.map(({ voters }) => voters.filter(({ id }) => rows.some((row) => row.voter_id === id)).length)
}

// Shows counting-23, recount-10
test('no answer tells whose ballot is whose, at any moment and whatever is changed in the tables', async () => {
  // No two nominees end in a tie.
  const castMany = (some: SignedIn[]) =>
    inBoth(async ({ cast }) => {
      for (const voter of some) {
        const n = others.indexOf(voter)
        await cast(voter, aBallot(n < 10 ? 0 : n < 16 ? 1 : 2, voter.id))
      }
    })
  time.now = votingOpens + 600_000
  await inBoth((world) => world.castPair(pairs[0]))
  await castMany(others.slice(0, 14))
  // An accomplice's ballot, taken out of the box before any head has counted it.
  await inBoth(async (world) => {
    await world.cast(accomplice, aBallot(0, 'accomplice'))
    await world.write(`create table held_back as select * from ballots where voter_id = '${accomplice.id}';
      update held_back set counted = true; delete from ballots where voter_id = '${accomplice.id}';
      update turnout set "cast" = "cast" - 1 where region = '${accomplice.region}'`)
  })
  await askAll('nothing is counted')

  await castMany(others.slice(14, 20))
  await inBoth((world) => world.castPair(pairs[1]))
  time.now += 60_000
  await askAll('a batch is counted', true)
  expect(await inBoth(uncounted)).toEqual([
    [0, 2],
    [0, 2],
  ])
  time.now = votingCloses
  await askAll('voting is over')
  time.now = votingCloses + 60_000
  await askAll('all is counted', true)

  for (const [act, status] of [
    ['certification', 201],
    ['publication', 200],
  ] as const) {
    const done = ({ site }: World) => site.visitor({ cookie: admin.cookie }).post(inElection(act), { replaces: [] })
    expect(await inBoth(done)).toMatchObject([{ status }, { status }])
    await askAll(act)
  }
  time.now += afterCertificationMs
  await askAll('the key is destroyed')
  const emails = async ({ site }: World) => {
    const text = `select string_agg(email, E'\\n' order by email) as said from (select (to_jsonb(e) - 'id')::text as email from emails e) all_of_them`
    return masked(site, (await site.pool.query<{ said: string }>(text)).rows[0]?.said ?? '')
  }
  compare('emails', await inBoth(emails))
  expect(differences).toEqual([])
}, 1_800_000)

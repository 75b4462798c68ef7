import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { boardStateFile } from '#server/elections/board/board-state.ts'
import { asStored } from '#server/elections/board/statements.ts'
import type { Closing } from '#server/elections/closing/read-closing.ts'
import { fakeS3 } from '#server/storage/testing/fake-s3.ts'
import type { Board } from '#shared/elections/board/board.ts'
import { fromHex } from '#shared/elections/board/bytes.ts'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import { scratchDatabase, type ScratchDatabase } from '#tests/support/database.ts'
import { aSecret, choicesFrom, votingCloses, votingOpens } from '#tests/support/election.ts'
import { anObserver } from '#tests/support/factories.ts'
import { startScript } from '#tests/support/processes.ts'
import { testSite, type TestSite, type Visitor } from '#tests/support/site.ts'
import { send, sendBallot, signedInPeople, type Reply, type SignedIn } from '#tests/support/voters.ts'
import { aWitness } from '#tests/support/witness.ts'
import { receiptCode, receiptFragment } from '#web/elections/board/receipt.ts'
import { crypto } from '#web/elections/board/run-check.ts'
import { lastHead, followOnce, nothingSeen, type Followed } from '#web/elections/observing/follow.ts'

/**
 * One honest election from the first key to the last check, as an association might live through it: two nodes of which one is lost
 * together with the database, a backup that is put back while people vote, and everybody who has to be believed afterwards. The
 * chapters build on each other.
 */

const minute = 60_000
let now = votingOpens - minute
const clock = { now: () => now }

// As docs/operations.md has it for several nodes: secrets, files and database are shared, and each has a data folder of its own.
const folder = await mkdtemp(join(tmpdir(), 'whole-election-'))
const files = await fakeS3('files')
const cluster = {
  SITE_SECRET: 'the secret of two nodes that share an election',
  BOARD_KEY: 'b0'.repeat(32),
  VAULT_KEY: 'a1'.repeat(32),
  BACKUP_PASSPHRASE: 'a passphrase for backups',
  S3_BUCKET: 'files',
  S3_ENDPOINT: files.endpoint,
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
}
let one = await testSite({ clock, env: cluster, freezes: true })
const nodeOn = (database: ScratchDatabase, dataDir: string) =>
  testSite({ clock, env: cluster, besides: { ...one, database, dataDir } })
let two = await nodeOn(one.database, join(folder, 'two'))
const closings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), () => files.close()]
afterAll(async () => {
  await two.stop()
  await one.stop()
  for (const close of closings.toReversed()) await close()
})

const election = await one.theElection()
const path = `/api/elections/${election}`
const slate = await one.aSlate()
await one.changeElection({ proxyNeedsSecondAdmin: true })
const pilar = await one.anAdmin({ firstName: 'PILAR', lastName: 'PEÑA' })
const salvador = await one.anAdmin({ firstName: 'SALVADOR', lastName: 'SY' })
const liza = await anObserver(one, election, pilar, { firstName: 'LIZA', lastName: 'SANTOS' })
const ramon = await anObserver(one, election, pilar, { firstName: 'RAMON', lastName: 'CRUZ' })
const people = await signedInPeople(one, 43)
const nextVoter = () => people.pop()!
const [early, changed, same] = [nextVoter(), nextVoter(), nextVoter()]
const [gone, byProxy, waiting] = [nextVoter(), nextVoter(), nextVoter()]
const helped = await one.aMember()
const late = await one.anApplicant()

/** Every ballot of its own; between the first two of the Navy it ends in a tie. */
let ballots = 0
const aBallot = (n = ballots++) => ({
  choices: choicesFrom(slate).with(4, slate.PN[n % 2]!),
  secret: aSecret(),
})
type Ballot = ReturnType<typeof aBallot>
const castBy = async (node: TestSite, voter: Pick<SignedIn, 'cookie'>, ballot = aBallot()) => {
  const reply = await sendBallot(node.url, voter, election, ballot)
  expect(reply).toMatchObject({ status: 201 })
  return reply
}
const askForProxy = async (voter: SignedIn) =>
  (await one.signedIn(pilar)).post(`${path}/proxies`, { ...aBallot(), voterId: voter.id, authority: 'a signed letter' })
const confirmProxy = async (node: TestSite, { id }: SignedIn) =>
  (await node.signedIn(salvador)).post(`${path}/proxies/${id}/confirmation`)
const correct = async (act: 'add' | 'strike', { id: memberId }: { id: string }) =>
  expect(
    await (
      await one.signedIn(pilar)
    ).post(`${path}/roll/corrections`, { act, memberId, reason: 'The list was wrong.' }),
  ).toMatchObject({ status: 201 })

const npmRun = async (script: string, args: string[], env: Record<string, string>) => {
  const program = startScript(join(projectRoot, 'scripts/run.mjs'), {
    cwd: projectRoot,
    args: [`scripts/${script}.ts`, ...args],
    env: { NODE_ENV: 'test', ...cluster, ...env },
  })
  expect(await program.ended, program.said()).toBe(0)
  return program.said()
}
const addressOf = ({ url }: ScratchDatabase) => ({ DATABASE_URL: url.replace('@/', '@localhost/') })
async function run(program: 'verify' | 'collect', ...args: string[]) {
  const running = startScript(join(projectRoot, `verifier/${program}.ts`), { cwd: folder, args })
  return { exit: await running.ended, said: running.said() }
}

/** Liza has the program for it, Ramon the page in a browser. */
const follow = () => run('collect', `${one.url}${path}`, 'liza.ndjson', '--once')
let seen: Followed = nothingSeen
const board = () => one.visitor().get<Board>(`${path}/board`)
const source = {
  board,
  heads: async (from: number) =>
    (await one.visitor().get(`${path}/board/heads.ndjson?from=${from}`)).text
      .split('\n')
      .flatMap((line) => (line ? JSON.parse(line) : [])),
  consistency: async (from: number, to: number) =>
    (await one.visitor().get<{ proof: string[] }>(`${path}/board/consistency?from=${from}&to=${to}`)).proof,
}
let ramons: Awaited<ReturnType<typeof aWitness>>
async function observe() {
  const collected = await follow()
  expect(collected, collected.said).toMatchObject({ exit: 0, said: expect.stringContaining('checked and signed') })
  for (let more = true; more;) ({ followed: seen, more } = await followOnce(crypto, seen, source, clock.now))
  expect(seen).toMatchObject({ faults: [], continues: true })
  const cosignature = ramons.cosignature(lastHead(seen)!.hash)
  expect(await one.visitor().post(`${path}/board/cosignatures`, cosignature)).toMatchObject({ status: 201 })
  return collected.said
}
async function aMinuteLater() {
  now += minute
  await one.countNow()
}

let earlyBallot: Ballot
let earlyPromise: Reply
test('before voting observers register their keys; then two nodes take ballots, proxies and helped voters', async () => {
  const key = /Your public key: (\w+)/.exec((await follow()).said)?.[1]
  expect(await (await one.signedIn(liza)).post(`${path}/board/witnesses`, { key })).toMatchObject({ status: 201 })
  ramons = await aWitness(await one.signedIn(ramon), election)

  now = votingOpens
  await expect.poll(async () => (await board()).record).not.toBeNull()
  expect(JSON.parse((await board()).record!.statement).witnesses).toHaveLength(2)
  await observe()

  earlyBallot = aBallot()
  earlyPromise = await castBy(two, early, earlyBallot)
  for (const [n, voter] of people.splice(0, 23).entries()) await castBy(n % 2 ? one : two, voter)
  expect(await askForProxy(byProxy)).toMatchObject({ status: 201, cast: false })
  expect(await confirmProxy(two, byProxy)).toMatchObject({ status: 200 })
  expect(await askForProxy(waiting)).toMatchObject({ status: 201, cast: false })

  const help = await (await one.signedIn(pilar)).post(`/api/members/${helped.id}/one-time-code`)
  const confirmed = await (await two.signedIn(salvador)).post(`/api/members/${helped.id}/one-time-code/confirmation`)
  expect([help.status, confirmed.status]).toEqual([201, 200])
  await castBy(two, await two.signedIn({ ...helped, password: help.code }))

  await (await one.signedIn(pilar)).post('/api/approvals', { applicants: [{ id: late.id, version: 1 }] })
  await correct('add', late)
  await castBy(one, await one.signedIn(late))
  await aMinuteLater()
  await observe()
})

async function backUp(): Promise<string> {
  const place = await mkdtemp(join(folder, 'backup-'))
  const at = { ...addressOf(one.database), DATA_DIR: one.dataDir }
  expect(await npmRun('backup', ['--to', place], at)).toContain('Backup made and read back')
  return join(
    place,
    (await readdir(place)).find((name) => name.endsWith('.backup'))!,
  )
}
/** Into an empty database and an empty data folder; the files are where they were. */
async function restoreFrom(backup: string, dataDir: string): Promise<TestSite> {
  const database = await scratchDatabase({ empty: true })
  closings.push(() => database.drop())
  const at = { ...addressOf(database), DATA_DIR: dataDir }
  expect(await npmRun('restore', [backup, '--keep-files'], at)).toContain('The site is as it was')
  return nodeOn(database, dataDir)
}
const untold = 'a backup was restored, and nobody has stated yet how the election continues'
let third: TestSite
let lostBallots: Ballot[]
let lostPromises: Reply[]
test('a backup is put back in the middle: nothing is taken until an administrator says in public how it goes on', async () => {
  const backup = await backUp()
  // A third node was switched off when the backup was made, and knows nothing newer.
  await mkdir(join(folder, 'three'))
  await copyFile(boardStateFile(two.config), boardStateFile({ dataDir: join(folder, 'three') }))

  // What comes now the backup does not hold: two ballots, a correction, and what the observers sign of it.
  lostBallots = [aBallot(), aBallot()]
  lostPromises = [await castBy(one, changed, lostBallots[0]), await castBy(two, same, lostBallots[1])]
  await aMinuteLater()
  await correct('strike', gone)
  await aMinuteLater()
  await two.signed.readNow(election, async () => undefined)
  await observe()

  await two.stop()
  // The machine of the first node is lost, and the database with it.
  await one.stop()
  one = await restoreFrom(backup, join(folder, 'anew'))
  two = await nodeOn(one.database, join(folder, 'two'))
  third = await nodeOn(one.database, join(folder, 'three'))

  now += 5 * minute
  for (const [node, why] of [
    [one, untold],
    [two, 'which this server has seen, is missing or another one now'],
    [third, untold],
  ] as const) {
    expect(await sendBallot(node.url, same, election, lostBallots[1]!)).toMatchObject({ code: 'board-differs' })
    const differing = [{ way: 'goesOn', reason: expect.stringContaining(why) }]
    expect(await node.signed.listDiffering()).toMatchObject(differing)
  }
  const reason = 'The disk failed at nine'
  expect(await (await two.signedIn(pilar)).post(`${path}/rollback`, { reason })).toMatchObject({ status: 200 })
  const rollback = JSON.parse((await board()).corrections.at(-1)!.statement)
  expect(rollback).toMatchObject({ type: 'rollback/1', reason })
  // It names what it takes back, as far as the node that says so has seen it.
  expect(rollback.lost).toContain(lastHead(seen)!.hash)
  expect(await observe()).toContain(reason)
})

test('whoever voted since the backup is told and votes again, on either node', async () => {
  const told = () =>
    one.pool.query(
      `select from emails e join users u on u.email = e."to" where e.kind = 'rollback' and u.id = any($1)`,
      [[changed.id, same.id, early.id]],
    )
  await expect.poll(told).toMatchObject({ rowCount: 3 })
  const hasVoted = async (voter: SignedIn) => (await send(one.url, voter, `${path}/my-ballot`))['voted']
  expect(await Promise.all([changed, same, early].map(hasVoted))).toEqual([false, false, true])
  // One device still has the ballot and sends it once more; the other voter begins anew, and chooses somebody else.
  await castBy(two, same, lostBallots[1])
  const other = { choices: lostBallots[0]!.choices.with(0, slate.PA[4]!), secret: aSecret() }
  await castBy(one, changed, other)
  expect(await sendBallot(two.url, changed, election, lostBallots[0]!)).toMatchObject({ status: 409 })
  expect(await confirmProxy(one, waiting)).toMatchObject({ status: 200 })
  await correct('strike', gone)
  await aMinuteLater()
  await observe()
})

test('a node that knows nothing of it goes on by what is public; one without its board.state is begun anew by hand', async () => {
  await castBy(third, nextVoter())
  await third.stop()
  const dataDir = join(folder, 'three')
  await rm(boardStateFile({ dataDir }))
  third = await nodeOn(one.database, dataDir)
  expect(await sendBallot(third.url, people.at(-1)!, election, aBallot(0))).toMatchObject({ code: 'board-differs' })
  expect(await third.signed.listDiffering()).toMatchObject([{ way: 'lost' }])
  const at = { ...addressOf(one.database), DATA_DIR: dataDir }
  await npmRun('admin', ['begin-board-state', '--reason', 'A new machine'], at)
  await castBy(third, nextVoter())
  await third.stop()
})

test('a backup that holds the rollback waits for another word when it is put back', async () => {
  const elsewhere = await restoreFrom(await backUp(), join(folder, 'elsewhere'))
  const differing = [{ way: 'goesOn', reason: untold }]
  await elsewhere.signed
    .listDiffering()
    .then((found) => expect(found).toMatchObject(differing))
    .finally(elsewhere.stop)
})

let audit: string
const verify = (...args: string[]) =>
  run(
    'verify',
    audit,
    '--heads',
    'liza.ndjson',
    '--heads',
    'ramon.ndjson',
    '--fingerprint',
    one.boardKey.fingerprint,
    ...args,
  )

test('the count is closed, the tie decided, the result certified, countersigned and published; and everything holds', async () => {
  for (const voter of people) await castBy(two, voter)
  now = votingCloses
  await aMinuteLater()
  await one.countNow()
  await observe()
  const desk = (await two.signedIn(pilar)) as Visitor
  const { ties } = await desk.get<Closing>(`${path}/closing`)
  expect(ties).toMatchObject([{ ms: 'PN', seats: 1, votes: ballots / 2 }])
  const chosen = { nomineeIds: [slate.PN[1]], reason: 'by drawing of lots' }
  expect(await desk.put(`${path}/ties/PN`, chosen)).toMatchObject({ status: 200 })
  const certified = await desk.post(`${path}/certification`)
  expect(certified, certified.message).toMatchObject({ status: 201, ballots, proxies: 2, helped: 1 })
  const { hash: certificate } = asStored<'certificate/2'>({
    type: 'certificate/2',
    ...(await board()).certificate!,
  })
  const witness = ramons.key.publicKey
  const who = { witness, by: 'RAMON CRUZ', role: 'observer', at: new Date(now).toISOString() } as const
  const countersignature = ramons.key.sign({ type: 'countersignature/1', election, certificate, ...who })
  const signs = (await one.signedIn(ramon)).post(`${path}/countersignatures`, countersignature)
  expect(await signs).toMatchObject({ status: 201 })
  expect(await desk.post(`${path}/publication`, { replaces: [] })).toMatchObject({ status: 200 })

  audit = join(folder, 'package.zip')
  await writeFile(audit, (await one.visitor().get(`${path}/board/package.zip`)).bytes)
  await writeFile(join(folder, 'ramon.ndjson'), seen.heads.map(({ signed }) => `${JSON.stringify(signed)}\n`).join(''))
  const judged = await verify('--receipt', receiptCode(fromHex(earlyBallot.secret)))
  expect(judged, judged.said).toMatchObject({ exit: 0, said: expect.stringMatching(/^The result is right: /) })
  for (const line of [
    /Elected, PN: PN NOMINEE 1 \(22\); tie: /,
    new RegExp(`Ballots counted: ${ballots}`),
    /By proxy: 2/,
    /With help to log in: 1/,
    /Corrections: 2/,
    /A backup was put back .* PILAR PEÑA.*The disk failed at nine/,
    /LIZA SANTOS has signed \d+ states/,
    /RAMON CRUZ has signed \d+ states/,
  ])
    expect(judged.said).toMatch(line)
})

test('a receipt of before the backup holds, and a promise that the restore broke is explained', async () => {
  const { seats } = await one.elections.byId(election).then((found) => found!)
  const { nominees } = JSON.parse((await board()).record!.statement) as FreezeRecord
  /** As a voter saves it, with what was chosen below it: only then others see what was promised. */
  async function judge({ secret, choices }: Ballot, { ballot = '', signature = '' }: Reply) {
    const address = receiptFragment({ electionId: election, rehearsal: false, secret, ballot, signature })
    const chosen = seats.map(({ slot }, n) => `${slot}: ${nominees.find(({ id }) => id === choices[n])?.name}`)
    await writeFile(join(folder, 'receipt.txt'), [`${one.url}/receipt#${address}`, ...chosen].join('\n'))
    return verify('--promise', 'receipt.txt')
  }
  const kept = { exit: 0, said: expect.stringContaining('Kept: the ballot is on the board as promised') }
  expect(await judge(earlyBallot, earlyPromise)).toMatchObject(kept)
  expect(await judge(lostBallots[1]!, lostPromises[1]!)).toMatchObject(kept)
  const broken = await judge(lostBallots[0]!, lostPromises[0]!)
  expect(broken.exit).toBe(1)
  expect(broken.said).toMatch(
    /^Something is wrong: the site has broken its signed promise to count your ballot\.\n1 of /,
  )
  expect(broken.said).toContain('A backup was put back meanwhile: perhaps the ballot was lost then')
})

import { afterAll, describe, expect, test } from 'vitest'
import { sha256 } from '#server/elections/board/board-key.ts'
import type { BucketLeaf } from '#server/elections/board/read-board.ts'
import { bucketBits, bucketOf, type Board } from '#shared/elections/board/board.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { leafHash, rootByInclusion, treeRoot, isConsistent } from '#shared/elections/board/merkle.ts'
import type { Head, Signed } from '#shared/elections/board/statements.ts'
import { statementHash } from '#shared/elections/board/statements.ts'
import { aSecret, choicesFrom, votingCloses, votingOpens, commitmentsOf } from '#tests/support/election.ts'
import { testSite } from '#tests/support/site.ts'
import { sendBallot, signedInPeople } from '#tests/support/voters.ts'

let now = votingOpens
const cast: { choices: (string | null)[]; secret: string }[] = []

const site = await testSite({ clock: { now: () => now }, holds: ['count ballots'] })
const election = await site.theElection()
const slate = await site.aSlate()
await site.anAdmin()
for (const voter of await signedInPeople(site, 60)) {
  const ballot = { choices: choicesFrom(slate, cast.length), secret: aSecret() }
  expect((await sendBallot(site.url, voter, election, ballot)).status).toBe(201)
  cast.push(ballot)
  if (cast.length % 25 !== 0) continue
  // A batch, and a minute without one.
  for (let minute = 0; minute < 2; minute++) {
    now += 61_000
    await site.countNow()
  }
}
now = votingCloses + 120_000
await site.countNow()
afterAll(() => site.stop())

const path = (rest = '') => `/api/elections/${election}/board${rest}`
type Proof = { proof: string[] }
const read = <Said>(what: string) => site.visitor().get<Said>(path(what))
const board = () => site.visitor().get<Board>(path())
async function heads(from = 0): Promise<{ signed: Signed; content: Head }[]> {
  const text = (await site.visitor().get(path(`/heads.ndjson?from=${from}`))).text
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const signed = JSON.parse(line) as Signed
    return { signed, content: JSON.parse(signed.statement) as Head }
  })
}
async function leaves(): Promise<Buffer[]> {
  const bytes = (await site.visitor().get(path('/leaves/0'))).bytes
  return Array.from({ length: bytes.length / 32 }, (_, n) => bytes.subarray(32 * n, 32 * n + 32))
}

// Shows board-07
test('the freeze record names what is voted on and by whom, and is signed', async () => {
  const { record, publicKey, nominees } = await board()
  const { boardKey } = site
  expect(boardKey.isSigned('freeze/2', record!)).toBe(true)
  const content = JSON.parse(record!.statement)
  expect(content).toMatchObject({
    type: 'freeze/2',
    election,
    key: publicKey,
    frozenAt: new Date(votingOpens).toISOString(),
    title: 'ARRAPI BOT ELECTION',
    seats: [
      { slot: 'PA 1', service: 'PA' },
      { slot: 'PA 2', service: 'PA' },
      { slot: 'PA 3', service: 'PA' },
      { slot: 'PA 4', service: 'PA' },
      { slot: 'PN', service: 'PN' },
      { slot: 'PAF', service: 'PAF' },
      { slot: 'TAS', service: 'TAS' },
    ],
    times: { votingOpens: '2025-03-28T16:00:00.000Z', votingCloses: '2025-03-29T09:00:00.000Z' },
    rules: { resultsVisible: 'while voting', proxyNeedsSecondAdmin: false, goodStandingOnly: false },
    // Twenty nominees and sixty voters.
    roll: { size: 80, byRegion: { NCR: 35, Luzon: 15, Visayas: 15, Mindanao: 15, 'Not stated': 0 } },
  })
  expect(content.nominees).toEqual(nominees)
  expect(nominees).toHaveLength(20)
})

describe('heads', () => {
  // Shows board-08
  test('are signed, numbered, and each names the one before and the record', async () => {
    const found = await heads()
    const { record } = await board()
    const recordHash = toHex(statementHash(sha256, 'freeze/2', record!.statement))
    let previous: string | null = null
    for (const [number, { signed, content }] of found.entries()) {
      expect(site.boardKey.isSigned('head/2', signed)).toBe(true)
      expect(content).toMatchObject({ number, previous, record: recordHash })
      previous = toHex(statementHash(sha256, 'head/2', signed.statement))
    }
    expect(found[0]!.content).toMatchObject({ size: 0, ballots: 0, counted: 0, closed: false })
    expect(found.at(-1)!.content).toMatchObject({ size: 420, ballots: 60, counted: 60, closed: true })
    const idle = found.filter(({ content }, n) => !content.closed && content.size === found[n - 1]?.content.size)
    expect(idle).toHaveLength(2)
    expect(found.filter(({ content }) => content.closed)).toHaveLength(1)
    expect((await heads(2)).map(({ content }) => content.number)).toEqual(
      found.slice(2).map(({ content }) => content.number),
    )
  })

  // Shows board-08
  test('each is the root over the leaves of its size, which grow and never change', async () => {
    const all = await leaves()
    const found = await heads()
    expect(all).toHaveLength(420)
    for (const { content } of found) expect(content.root).toBe(toHex(treeRoot(sha256, all.slice(0, content.size))))
    for (const [n, { content: to }] of found.entries()) {
      const from = found[Math.max(0, n - 1)]!.content
      const { proof } = await read<Proof>(`/consistency?from=${from.size}&to=${to.size}`)
      const at = ({ size, root }: Head) => ({ size, root: fromHex(root) })
      expect(isConsistent(sha256, at(from), at(to), proof.map(fromHex))).toBe(true)
    }
  })
})

// Shows board-09, board-03
test('leaves are all seats of all ballots, in an order that tells nothing, and openings yield them', async () => {
  const all = (await leaves()).map((leaf) => leaf.toString('hex'))
  const expected = cast.flatMap((ballot) => commitmentsOf(election, ballot))
  expect(all.toSorted()).toEqual(expected.toSorted())
  const found = await heads()
  for (const [n, { content }] of found.entries()) {
    const batch = all.slice(found[n - 1]?.content.size ?? 0, content.size)
    expect(batch).toEqual(batch.toSorted())
  }
  const opened = (await site.visitor().get(path('/openings/0'))).text.trimEnd().split('\n')
  const maker = createLeafMaker(sha256, election)
  const derived = opened.map((line) => {
    const [service = '', nominee = '', nonce = ''] = line.split(',')
    return toHex(maker.commitmentOf(service, nominee || null, fromHex(nonce)))
  })
  expect(derived).toEqual(all)
})

// Shows board-10
test('openings stay back until the close where results do', async () => {
  now = votingCloses - 1
  const shown = await site.visitor().get(path('/openings/0'))
  expect([shown.status, shown.text.trimEnd().split('\n').length]).toEqual([200, 420])
  await site.changeElection({ resultsVisible: 'after close' })
  now = votingCloses - 1
  expect((await site.visitor().get(path('/openings/0'))).status).toBe(403)
  expect((await board()).openingsShown).toBe(false)
  now = votingCloses + 120_000
  expect((await site.visitor().get(path('/openings/0'))).status).toBe(200)
  await site.changeElection({ resultsVisible: 'while voting' })
})

describe('proofs', () => {
  // Shows board-02
  test('of inclusion lead from each leaf to the head', async () => {
    const all = await leaves()
    const { content } = (await heads()).at(-1)!
    for (const position of [0, 1, 200, 255, 256, 418, 419]) {
      const { proof } = await read<Proof>(`/inclusion?position=${position}&size=${content.size}`)
      const root = rootByInclusion(
        sha256,
        leafHash(sha256, all[position]!),
        { position, size: 420 },
        proof.map(fromHex),
      )
      expect(toHex(root!)).toBe(content.root)
    }
  })

  test.each([
    '/inclusion?position=420&size=420',
    '/inclusion?position=0&size=421',
    '/consistency?from=3&to=2',
    '/consistency?from=0&to=421',
    '/buckets/421/0',
    '/buckets/420/1',
  ])('%s is of no tree there ever was', async (asked) => {
    expect((await site.visitor().get(path(asked))).status).toBe(404)
  })
})

// Shows receipt-13
test('a bucket holds every leaf whose nonce begins alike, each with its proof', async () => {
  const { content } = (await heads()).at(-1)!
  const { leaves: found } = await read<{ leaves: BucketLeaf[] }>('/buckets/420/0')
  expect(found).toHaveLength(420)
  for (const { position, commitment, proof } of found) {
    const hash = leafHash(sha256, fromHex(commitment))
    expect(toHex(rootByInclusion(sha256, hash, { position, size: 420 }, proof.map(fromHex))!)).toBe(content.root)
  }
})

// Shows receipt-13
test.each([
  [999, 0],
  [100_001, 6],
  [700_000, 9],
])('of %i leaves %i bits make a bucket, in which each hides among hundreds', (size, bits) => {
  expect(bucketBits(size)).toBe(bits)
  expect(size / 2 ** bits).toBeGreaterThan(500)
  const nonce = Uint8Array.of(0b1010_1010, 0b1100_0000, 0, 0)
  expect(bucketOf(nonce, bits)).toBe(bits === 0 ? 0 : Number.parseInt('1010101011'.slice(0, bits), 2))
})

test('what was signed stays: the database lets nobody change or remove a line', async () => {
  for (const text of [
    `update signed_statements set statement = replace(statement, '60', '61')`,
    'delete from signed_statements where number = 3',
  ])
    await expect(site.pool.query(text)).rejects.toMatchObject({ constraint: 'signed_statements_stay' })
})

test('an election that is not there has no board', async () => {
  expect((await site.visitor().get('/api/elections/00000000-0000-4000-8000-000000000000/board')).status).toBe(404)
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createBoardKey, sha256 as serverSha256 } from '#server/elections/board/board-key.ts'
import { bucketBits, bucketOf, tileSize, wholeListUpTo, type Board } from '#shared/elections/board/board.ts'
import { compareBytes, fromHex, joinBytes, toHex } from '#shared/elections/board/bytes.ts'
import { ballotHash, createLeafMaker, type Leaf } from '#shared/elections/board/leaves.ts'
import { leafHash, nodeHash, splitOf } from '#shared/elections/board/merkle.ts'
import { statementHash, type RollCorrection, type FreezeRecord, type Head } from '#shared/elections/board/statements.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { seatName } from '#shared/elections/voting/seats.ts'
import { manila } from '#shared/time.ts'
import { checkReceipt, type BoardSource, type CheckOptions } from '#web/elections/board/check-receipt.ts'
import type { BallotReceipt } from '#web/elections/board/receipt.ts'
import { crypto } from '#web/elections/board/run-check.ts'
import { ownLeaves, bucketsToFetch, type BucketLeaf } from '#web/elections/board/search-board.ts'
import { commitmentsOf, isPromiseOf, proofOf as savedProof } from '#web/elections/board/verify-board.ts'

const key = createBoardKey(Buffer.alloc(32, 7))
const otherKey = createBoardKey(Buffer.alloc(32, 8))
const electionId = '0199c5d2-7b3e-7c11-9a44-3f5e6d7c8b9a'
const { seats } = defaultElection
const nominees = seats.flatMap(({ ms: service }, place) =>
  [0, 1].map((n) => ({
    id: `00000000-0000-4000-8000-0000000000${place}${n}`,
    name: `${service} ${place} ${n}`,
    rank: 'COL',
    service,
    region: 'NCR' as const,
  })),
)
const maker = createLeafMaker(serverSha256, electionId)
const secretOf = (n: number) => createHash('sha256').update(`voter ${n}`).digest().subarray(0, 16)
/** The last seat is left blank. */
const choicesOf = (n: number) =>
  seats.map((_, place) => (place === 6 ? null : (nominees[2 * place + (n % 2)]?.id ?? null)))

const record: FreezeRecord = {
  type: 'freeze/2',
  election: electionId,
  title: 'Election 2025',
  seats: seats.map(({ slot, ms: service }) => ({ slot, service })),
  times: {},
  rules: { resultsVisible: 'while voting', proxyNeedsSecondAdmin: false, goodStandingOnly: false },
  nominees: nominees.map((one) => ({ ...one, statement: null, document: null, picture: null })),
  roll: { size: 0, byRegion: { NCR: 0, Luzon: 0, Visayas: 0, Mindanao: 0, 'Not stated': 0 }, root: '' },
  rollFrozenAt: '',
  frozenAt: '',
  program: '',
  key: key.publicKey,
  witnesses: [],
  rollback: null,
}
const recordSigned = key.sign(record)
const recordHash = toHex(statementHash(serverSha256, 'freeze/2', recordSigned.statement))

/** What the site would show of these leaves. */
function siteWith(leaves: Leaf[], { closed = false, headOf = {} as Partial<Head>, board = {} as Partial<Board> } = {}) {
  const head: Head = {
    type: 'head/2',
    election: electionId,
    number: 3,
    previous: null,
    record: recordHash,
    minute: '2025-03-29T09:00:00.000Z',
    size: leaves.length,
    root: headOf.root ?? toHex(leaves.length === 0 ? serverSha256(new Uint8Array()) : rootOf(leaves, 0, leaves.length)),
    ballots: 9,
    counted: 9,
    proxies: 0,
    helped: 0,
    log: { entries: 0, lastHash: '' },
    closed,
    ...headOf,
  }
  const asked: string[] = []
  const shown: Board = {
    electionId,
    title: 'Election 2025',
    now: manila('2025-03-29', '16:10'),
    stage: closed ? 'counted' : 'voting',
    kind: 'election',
    seats,
    nominees,
    publicKey: key.publicKey,
    fingerprint: key.fingerprint,
    record: recordSigned,
    corrections: [],
    head: key.sign(head),
    openingsShown: false,
    certificate: null,
    countersignatures: [],
    witnesses: [],
    packageReady: false,
    ...board,
  }
  const source: BoardSource = {
    board: async (id) => (id === electionId ? shown : null),
    async tile(tile) {
      asked.push(`tile ${tile}`)
      return joinBytes(...leaves.slice(tile * tileSize, (tile + 1) * tileSize).map(({ commitment }) => commitment))
    },
    async bucket(size, bucket) {
      asked.push(`bucket ${bucket}`)
      return bucketOfLeaves(leaves, size, bucket)
    },
  }
  return { source, asked, shown }
}

/** What the server replies for a bucket; each is made once, and each proof when it is read. */
const madeBuckets = new Map<string, BucketLeaf[]>()
function bucketOfLeaves(leaves: Leaf[], size: number, bucket: number): BucketLeaf[] {
  const bits = bucketBits(size)
  const name = `${leaves.length} ${size} ${bucket}`
  const made =
    madeBuckets.get(name) ??
    leaves.flatMap(({ nonce, commitment }, position) =>
      bucketOf(nonce, bits) === bucket
        ? [
            {
              position,
              commitment: toHex(commitment),
              get proof() {
                return proofOf(leaves, position)
              },
            },
          ]
        : [],
    )
  madeBuckets.set(name, made)
  return made
}

/** Straight from RFC 6962, section 2.1.1, over the roots of subtrees. */
const rootsOf = new WeakMap<Leaf[], Map<number, Uint8Array>>()
function rootOf(leaves: Leaf[], from: number, to: number): Uint8Array {
  const roots = rootsOf.get(leaves) ?? new Map<number, Uint8Array>()
  rootsOf.set(leaves, roots)
  const name = from * 1_000_000 + to
  const known = roots.get(name)
  if (known) return known
  const split = from + splitOf(to - from)
  const root =
    to - from === 1
      ? leafHash(serverSha256, leaves[from]?.commitment ?? new Uint8Array())
      : nodeHash(serverSha256, rootOf(leaves, from, split), rootOf(leaves, split, to))
  roots.set(name, root)
  return root
}
function proofOf(leaves: Leaf[], position: number, from = 0, to = leaves.length): string[] {
  if (to - from === 1) return []
  const split = from + splitOf(to - from)
  return position < split
    ? [...proofOf(leaves, position, from, split), toHex(rootOf(leaves, split, to))]
    : [...proofOf(leaves, position, split, to), toHex(rootOf(leaves, from, split))]
}

const ballots = (many: number) =>
  Array.from({ length: many }, (_, n) => maker.leavesOf(seats, secretOf(n), choicesOf(n)))
    .flat()
    .toSorted((a, b) => compareBytes(a.commitment, b.commitment))

function receiptOf(n: number, by = key, choices = choicesOf(n)): BallotReceipt {
  const leaves = maker.leavesOf(seats, secretOf(n), choices)
  const ballot = toHex(
    ballotHash(
      serverSha256,
      leaves.map(({ commitment }) => commitment),
    ),
  )
  const { signature } = by.sign({ type: 'promise/1', election: electionId, ballot })
  return { electionId, rehearsal: false, secret: toHex(secretOf(n)), ballot, signature }
}
const codeOf = (n: number) => ({ electionId, rehearsal: false, secret: toHex(secretOf(n)) })

const check = (
  { source }: ReturnType<typeof siteWith>,
  checked: Parameters<typeof checkReceipt>[2],
  how?: CheckOptions,
) => checkReceipt(crypto, source, checked, how)

// Shows receipt-10, receipt-11
describe('a receipt on a board of which all leaves are fetched', () => {
  const leaves = ballots(1200)

  test('is found, with the name of each seat and the blank, from the link and from the code alone', async () => {
    const site = siteWith(leaves)
    const parts: number[] = []
    const result = await check(site, receiptOf(5), { onProgress: (part) => parts.push(part), knownKey: key.publicKey })
    expect(result).toMatchObject({ status: 'counted', promised: true, title: 'Election 2025', head: { number: 3 } })
    expect(
      result.status === 'counted' && result.seats.map(({ slot, nominee }) => [slot, nominee?.name ?? null]),
    ).toEqual(seats.map((seat, place) => [seatName(seat, seats), place === 6 ? null : `${seat.ms} ${place} 1`]))
    expect(await check(site, codeOf(5))).toMatchObject({ status: 'counted', promised: false })
    expect(parts.at(-1)).toBe(1)
    expect(parts).toEqual(parts.toSorted((a, b) => a - b))
    // Every leaf is fetched, whoever asks.
    expect(site.asked).toEqual(['tile 0', 'tile 1', 'tile 2', 'tile 0', 'tile 1', 'tile 2'])
  })

  test('is not there yet while ballots wait, and that is no alarm', async () => {
    expect(await check(siteWith(leaves), receiptOf(2000))).toMatchObject({
      status: 'not-yet',
      voting: true,
      // By the site's clock, not the phone's.
      checkedAt: manila('2025-03-29', '16:10'),
    })
    expect(await check(siteWith(leaves, { board: { stage: 'counting' } }), receiptOf(2000))).toMatchObject({
      status: 'not-yet',
      voting: false,
    })
    expect(await check(siteWith([], { board: { head: null } }), receiptOf(0))).toMatchObject({ status: 'not-yet' })
    expect(await check(siteWith([]), receiptOf(0))).toMatchObject({ status: 'not-yet', closesAt: null })
  })

  test('is told with when voting closes, as that was corrected last', async () => {
    const timed = { ...record, times: { votingCloses: '2025-03-29T09:00:00.000Z' } }
    const signed = key.sign(timed)
    const previous = toHex(statementHash(serverSha256, 'freeze/2', signed.statement))
    const correction = {
      type: 'correction/1' as const,
      election: electionId,
      number: 1,
      previous,
      at: '',
      by: '',
      reason: '',
      added: [],
      struck: [],
      changes: [{ field: 'times.votingCloses', before: timed.times.votingCloses, after: '2025-03-29T10:00:00.000Z' }],
    }
    const checkWith = async (board: Partial<Board>) =>
      check(siteWith([], { board: { record: signed, head: null, ...board } }), receiptOf(0))
    expect(await checkWith({})).toMatchObject({ status: 'not-yet', closesAt: manila('2025-03-29', '17:00') })
    expect(await checkWith({ corrections: [key.sign(correction)] })).toMatchObject({
      status: 'not-yet',
      closesAt: manila('2025-03-29', '18:00'),
    })
  })

  test('is missing after the close: with a promise that is a broken word, with a code perhaps another election', async () => {
    const closed = siteWith(leaves, { closed: true })
    expect(await check(closed, receiptOf(2000))).toMatchObject({ status: 'missing', found: 0, of: 7 })
    expect(await check(closed, codeOf(2000))).toMatchObject({ status: 'not-found' })
    // A head that is never closed does not put it off for ever.
    expect(await check(siteWith(leaves, { board: { stage: 'counted' } }), receiptOf(2000))).toMatchObject({
      status: 'missing',
    })
  })

  test('a ballot of which a part is gone is missing, before the close too', async () => {
    const [own] = maker.leavesOf(seats, secretOf(5), choicesOf(5))
    const without = leaves.filter(({ commitment }) => compareBytes(commitment, own?.commitment ?? commitment) !== 0)
    expect(await check(siteWith(without), receiptOf(5))).toMatchObject({ status: 'missing', found: 6, of: 7 })
  })

  test('a ballot that was counted for others than promised is told, with what was made of it', async () => {
    const result = await check(siteWith(leaves), receiptOf(5, key, choicesOf(4)))
    expect(result).toMatchObject({
      status: 'not-as-promised',
      seats: [{ nominee: { name: 'PA 0 1' } }, {}, {}, {}, {}, {}, {}],
    })
  })

  test('the proof lists all commitments when none is on the board; else none, for those found are published with their vote', async () => {
    const proof = async (site: ReturnType<typeof siteWith>, n: number, choices = choicesOf(n)) => {
      const receipt = receiptOf(n, key, choices)
      const result = await check(site, receipt)
      if (!('onBoard' in result)) throw new Error(result.status)
      const promised = commitmentsOf(crypto, receipt, seats, choices)
      return JSON.parse(savedProof(receipt, key.fingerprint, { promised, onBoard: result.onBoard })) as object
    }
    const all = maker.leavesOf(seats, secretOf(2000), choicesOf(2000)).map(({ commitment }) => toHex(commitment))
    expect(await proof(siteWith(leaves, { closed: true }), 2000)).toHaveProperty('commitments', all)
    const [own] = maker.leavesOf(seats, secretOf(5), choicesOf(5))
    const without = leaves.filter(({ commitment }) => compareBytes(commitment, own?.commitment ?? commitment) !== 0)
    expect(Object.keys(await proof(siteWith(without), 5))).toEqual(['promise', 'fingerprint'])
    // The blank seat was counted as promised, the others were not.
    expect(Object.keys(await proof(siteWith(leaves), 5, choicesOf(4)))).toEqual(['promise', 'fingerprint'])
    expect(JSON.parse(savedProof(receiptOf(5), key.fingerprint, null))).not.toHaveProperty('commitments')
  })

  test('a leaf that was changed, or is not sent, does not lead to the signed root', async () => {
    const site = siteWith(leaves)
    const tampered: BoardSource = {
      ...site.source,
      async tile(tile, anew) {
        const bytes = await site.source.tile(tile, anew)
        if (tile === 1) bytes[100] = (bytes[100] ?? 0) ^ 1
        return bytes
      },
    }
    expect(await checkReceipt(crypto, tampered, receiptOf(5))).toMatchObject({ status: 'wrong-root' })
    const short: BoardSource = {
      ...site.source,
      tile: async (tile, anew) => (await site.source.tile(tile, anew)).slice(32),
    }
    expect(await checkReceipt(crypto, short, receiptOf(5))).toMatchObject({ status: 'wrong-root' })
  })

  test('a last tile from before the head is fetched anew, and leaves after the head are left alone', async () => {
    const earlier = siteWith(leaves.slice(0, 8000))
    const now = siteWith(leaves)
    const cached: BoardSource = { ...now.source, tile: (tile, anew) => (anew ? now : earlier).source.tile(tile, anew) }
    expect(await checkReceipt(crypto, cached, receiptOf(5))).toMatchObject({ status: 'counted' })
    const grown: BoardSource = { ...earlier.source, tile: now.source.tile }
    expect(['counted', 'missing', 'not-yet']).toContain((await checkReceipt(crypto, grown, receiptOf(5))).status)
  })
})

// Shows receipt-12
describe('what an honest site never shows', () => {
  const leaves = ballots(20)
  const statusOf = async (
    board: Partial<Board>,
    headOf: Partial<Head> = {},
    checked = receiptOf(3),
    how: CheckOptions = {},
  ) => {
    const result = await check(siteWith(leaves, { board, headOf }), checked, how)
    return result.status === 'broken-board' ? result.fault : result.status
  }
  const correction: RollCorrection = {
    type: 'correction/1',
    election: electionId,
    number: 1,
    previous: recordHash,
    at: '',
    by: '',
    reason: '',
    added: [],
    struck: [],
    changes: [],
  }
  const { head } = siteWith(leaves).shown
  if (!head) throw new Error('no head')
  const other = '0199c5d2-0000-7c11-9a44-3f5e6d7c8b9a'

  test.each<[string, Partial<Board>, Partial<Head>]>([
    ['wrong-fingerprint', { fingerprint: otherKey.fingerprint }, {}],
    ['wrong-fingerprint', { publicKey: 'no key' }, {}],
    ['record-signature', { record: otherKey.sign(record) }, {}],
    ['record-signature', { record: { ...recordSigned, statement: recordSigned.statement.replace('COL', 'GEN') } }, {}],
    ['record-signature', { record: key.sign({ ...record, election: other }) }, {}],
    ['record-signature', { record: { ...recordSigned, signature: 'xyz' } }, {}],
    ['wrong-record', { record: key.sign({ ...record, key: otherKey.publicKey }) }, {}],
    ['correction-signature', { corrections: [otherKey.sign(correction)] }, {}],
    ['broken-corrections', { corrections: [key.sign({ ...correction, previous: '00' })] }, {}],
    ['broken-corrections', { corrections: [key.sign({ ...correction, number: 2 })] }, {}],
    ['head-signature', { head: { ...head, signature: recordSigned.signature } }, {}],
    ['head-signature', { head: { ...head, statement: head.statement.replace('"number":3', '"number":4') } }, {}],
    ['head-signature', {}, { election: other }],
    ['wrong-head', {}, { record: '00' }],
    ['wrong-head', {}, { record: null }],
    ['wrong-record', { kind: 'rehearsal' }, {}],
    ['wrong-record', { kind: 'rehearsal', record: null }, { record: null }],
    ['wrong-root', {}, { root: '00'.repeat(32) }],
    ['counted', { corrections: [key.sign(correction)] }, {}],
  ])('%s', async (status, board, headOf) => expect(await statusOf(board, headOf)).toBe(status))

  test('a promise that this key has not signed, and a key that is not the one this device knew', async () => {
    expect(await statusOf({}, {}, receiptOf(3, otherKey))).toBe('promise-not-signed')
    const { signature } = receiptOf(4)
    expect(await statusOf({}, {}, { ...receiptOf(3), signature })).toBe('promise-not-signed')
    expect(await statusOf({}, {}, { ...receiptOf(3), signature: '00' })).toBe('promise-not-signed')
    const result = await check(siteWith(leaves), receiptOf(3), { knownKey: otherKey.publicKey })
    expect(result).toEqual({ status: 'other-key', before: otherKey.fingerprint, now: key.fingerprint })
  })

  test('another election, and a rehearsal that is over', async () => {
    expect(await statusOf({}, {}, { ...receiptOf(3), electionId: other })).toBe('no-election')
    const rehearsed = { ...receiptOf(3), rehearsal: true }
    expect(await statusOf({}, {}, { ...rehearsed, electionId: other })).toBe('rehearsal-over')
    const rehearsal: Partial<Board> = { kind: 'rehearsal', record: null }
    expect(await statusOf(rehearsal, { record: null }, rehearsed)).toBe('counted')
    expect(await statusOf({ ...rehearsal, record: recordSigned }, { record: null }, rehearsed)).toBe('wrong-head')
    expect(await statusOf(rehearsal, {}, rehearsed)).toBe('wrong-head')
    expect(await statusOf({}, {}, rehearsed)).toBe('wrong-record')
  })

  test('a promise is about exactly the choices that were made', () => {
    expect(isPromiseOf(crypto, receiptOf(3), seats, choicesOf(3))).toBe(true)
    expect(isPromiseOf(crypto, receiptOf(3), seats, choicesOf(4))).toBe(false)
    expect(isPromiseOf(crypto, receiptOf(3), seats, [])).toBe(false)
    expect(isPromiseOf(crypto, { ...receiptOf(3), secret: receiptOf(4).secret }, seats, choicesOf(3))).toBe(false)
  })
})

// Shows receipt-13
describe('beyond 100,000 leaves', () => {
  const leaves = ballots(Math.ceil((wholeListUpTo + 1) / seats.length))
  const root = toHex(rootOf(leaves, 0, leaves.length))
  const siteNow = ({ closed = false } = {}) => siteWith(leaves, { closed, headOf: { root } })

  test('buckets are fetched, half of them decoys, and the proofs lead to the root', async () => {
    const site = siteNow()
    expect(await check(site, receiptOf(77))).toMatchObject({ status: 'counted', promised: true })
    expect(site.asked.every((one) => one.startsWith('bucket'))).toBe(true)
    const bits = bucketBits(leaves.length)
    const real = new Set(maker.leavesOf(seats, secretOf(77), choicesOf(77)).map(({ nonce }) => bucketOf(nonce, bits)))
    const asked = site.asked.map((one) => Number(one.split(' ')[1]))
    expect(asked).toHaveLength(2 * real.size)
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked).toEqual(asked.toSorted((a, b) => a - b))
    for (const bucket of real) expect(asked).toContain(bucket)
    // Whoever compares two checks of one receipt learns nothing of which were meant.
    const before = [...site.asked]
    await check(site, receiptOf(77))
    expect(site.asked.slice(before.length)).toEqual(before)
    // Each leaf hides among at least 500, but for the chance of a few.
    for (const bucket of asked) expect(bucketOfLeaves(leaves, leaves.length, bucket).length).toBeGreaterThan(500)
  })

  test('a proof that does not lead to the signed root is not taken', async () => {
    const site = siteNow()
    const forged: BoardSource = {
      ...site.source,
      bucket: async (size, bucket) =>
        (await site.source.bucket(size, bucket)).map((leaf) => ({
          ...leaf,
          proof: leaf.proof.with(0, '00'.repeat(32)),
        })),
    }
    expect(await checkReceipt(crypto, forged, receiptOf(77))).toMatchObject({ status: 'wrong-root' })
    const garbled: BoardSource = {
      ...site.source,
      bucket: async (size, bucket) =>
        (await site.source.bucket(size, bucket)).map((leaf) => ({ ...leaf, proof: ['no hash'] })),
    }
    expect(await checkReceipt(crypto, garbled, receiptOf(77))).toMatchObject({ status: 'wrong-root' })
  })

  test('what is not there is not there yet, and missing after the close', async () => {
    expect(await check(siteNow(), receiptOf(99_999))).toMatchObject({ status: 'not-yet' })
    expect(await check(siteNow({ closed: true }), receiptOf(99_999))).toMatchObject({ status: 'missing' })
  })

  test('with hardly more buckets than seats all of them are fetched', () => {
    const own = ownLeaves(crypto, { electionId, secret: secretOf(1), seats, nominees })
    expect(bucketsToFetch(own, 2)).toEqual([0, 1, 2, 3])
    expect(bucketsToFetch(own, 0)).toEqual([0])
  })
})

test('the browser’s hashes and signatures are those of the server', () => {
  const bytes = Buffer.from('some bytes')
  expect(toHex(crypto.sha256(bytes))).toBe(toHex(serverSha256(bytes)))
  const { statement, signature } = key.sign(record)
  const signed = Buffer.concat([Buffer.from('freeze/2\0'), Buffer.from(statement)])
  expect(crypto.isSigned(fromHex(key.publicKey), signed, fromHex(signature))).toBe(true)
  expect(crypto.isSigned(fromHex(otherKey.publicKey), signed, fromHex(signature))).toBe(false)
  expect(crypto.isSigned(new Uint8Array(3), signed, fromHex(signature))).toBe(false)
})

import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createBoardKey, sha256, type BoardKey } from '#server/elections/board/board-key.ts'
import type { Board } from '#shared/elections/board/board.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { leafHash, treeRoot } from '#shared/elections/board/merkle.ts'
import {
  statementHash,
  type RollCorrection,
  type FreezeRecord,
  type Head,
  type Rollback,
  type Signed,
} from '#shared/elections/board/statements.ts'
import { crypto } from '#web/elections/board/run-check.ts'
import {
  compareFile,
  lastHead,
  followOnce,
  nothingSeen,
  type FaultKind,
  type Followed,
  type FollowSource,
} from '#web/elections/observing/follow.ts'

const election = '11111111-1111-4111-8111-111111111111'
const opens = Date.parse('2025-03-29T00:00:00.000Z')
const key = createBoardKey(randomBytes(32))
const hash = (type: 'freeze/2' | 'head/2' | 'rollback/1' | 'correction/1', { statement }: Signed) =>
  toHex(statementHash(sha256, type, statement))

const record: FreezeRecord = {
  type: 'freeze/2',
  election,
  title: 'Election',
  seats: [{ slot: 'PA', service: 'PA' }],
  times: {},
  rules: { resultsVisible: 'after close', proxyNeedsSecondAdmin: false, goodStandingOnly: false },
  nominees: [],
  roll: { size: 9, byRegion: { NCR: 9, Luzon: 0, Visayas: 0, Mindanao: 0, 'Not stated': 0 }, root: '' },
  rollFrozenAt: new Date(opens).toISOString(),
  frozenAt: new Date(opens).toISOString(),
  program: '1',
  key: key.publicKey,
  witnesses: [],
  rollback: null,
}
const frozen = key.sign(record)
const recordHash = hash('freeze/2', frozen)

const leaf = (n: number) => Uint8Array.of(n, 1)
const rootAt = (size: number, of = leaf) =>
  toHex(
    treeRoot(
      sha256,
      Array.from({ length: size }, (_, n) => of(n)),
    ),
  )

/** A site that shows these heads: each says how many ballots are counted, or more. */
function aSite(
  says: readonly (number | Partial<Head>)[],
  { signs = key, of = leaf }: { signs?: BoardKey; of?: typeof leaf } = {},
) {
  const heads: Signed[] = []
  for (const [number, one] of says.entries()) {
    const content = typeof one === 'number' ? { counted: one } : one
    const counted = content.counted ?? 0
    const head: Head = {
      type: 'head/2',
      election,
      number,
      previous: number === 0 ? null : hash('head/2', heads[number - 1]!),
      record: recordHash,
      minute: new Date(opens + number * 60_000).toISOString(),
      size: counted,
      root: rootAt(counted, of),
      ballots: counted,
      counted,
      proxies: 0,
      helped: 0,
      log: { entries: number, lastHash: '' },
      closed: false,
      ...content,
    }
    heads.push(signs.sign(head))
  }
  return { heads, signs, of, corrections: [] as Signed[], record: frozen }
}
type Site = ReturnType<typeof aSite>

function sourceOf({ heads, signs, of, corrections, record: signed }: Site): FollowSource {
  const board: Omit<Board, 'head'> = {
    electionId: election,
    title: 'Election 2025',
    now: 0,
    stage: 'voting',
    kind: 'election',
    seats: [],
    nominees: [],
    publicKey: signs.publicKey,
    fingerprint: signs.fingerprint,
    record: signed,
    corrections,
    openingsShown: false,
    certificate: null,
    countersignatures: [],
    witnesses: [],
    packageReady: false,
  }
  return {
    board: async () => ({ ...board, head: heads.at(-1) ?? null }),
    heads: async (from) => heads.slice(from),
    // From a power of two on the rest is one subtree: enough for the sizes used here.
    consistency: async (from, to) => [toHex(subtree(from, to, of))],
  }
}
const subtree = (from: number, to: number, of: typeof leaf): Uint8Array =>
  to - from === 1
    ? leafHash(sha256, of(from))
    : treeRoot(
        sha256,
        Array.from({ length: to - from }, (_, n) => of(from + n)),
      )

async function followed(site: Site, known: Followed = nothingSeen): Promise<Followed> {
  let state = known
  for (let more = true; more;) {
    const seen = await followOnce(crypto, state, sourceOf(site), () => opens)
    state = seen.followed
    more = seen.more
  }
  return state
}
const kinds = ({ faults }: Followed) => faults.map(({ kind }) => kind)

test('heads that continue one another are kept word for word, however they arrive', async () => {
  const site = aSite([0, 1, 2, 4, 4])
  const half = await followed({ ...site, heads: site.heads.slice(0, 3) })
  const all = await followed(site, half)
  expect(all.heads.map(({ signed }) => signed)).toEqual(site.heads)
  expect(all).toMatchObject({ faults: [], continues: true, publicKey: key.publicKey })
  expect(await followed(site)).toEqual(all)
})

const seen = [0, 1, 2]
const table: [what: string, kind: FaultKind, site: () => Site][] = [
  [
    'another key',
    'other-key',
    () => {
      const signs = createBoardKey(randomBytes(32))
      return { ...aSite([0, 1, 2, 4], { signs }), record: signs.sign({ ...record, key: signs.publicKey }) }
    },
  ],
  [
    'a record that another key signed',
    'board',
    () => ({ ...aSite([0, 1, 2, 4]), record: createBoardKey(randomBytes(32)).sign(record) }),
  ],
  ['another head of the last number', 'changed', () => aSite([0, 1, { counted: 2, ballots: 3 }, 4])],
  ['another history from the beginning', 'changed', () => aSite([0, 1, 2], { of: (n) => Uint8Array.of(n, 2) })],
  ['a number left out', 'order', () => aSite([0, 1, 2, { counted: 4, number: 4 }])],
  ['another head before it', 'order', () => aSite([0, 1, 2, { counted: 4, previous: 'a'.repeat(64) }])],
  [
    'a record that is not shown',
    'record',
    () => {
      const site = aSite([0, 1, 2, { counted: 4, record: 'b'.repeat(64) }, 4])
      return site
    },
  ],
  ['fewer ballots', 'figures', () => aSite([0, 1, 2, 1])],
  ['fewer proxies', 'figures', () => aSite([0, 1, 2, { counted: 2, log: { entries: 0, lastHash: '' } }])],
  ['more counted than cast', 'figures', () => aSite([0, 1, 2, { counted: 4, ballots: 3 }])],
  ['votes that nobody cast', 'figures', () => aSite([0, 1, 2, { counted: 2, size: 4, root: rootAt(4) }])],
  ['an earlier time', 'figures', () => aSite([0, 1, 2, { counted: 4, minute: new Date(opens).toISOString() }])],
  ['other votes at the beginning', 'inconsistent', () => aSite([0, 1, 2, { counted: 4, root: 'c'.repeat(64) }])],
]

describe('what does not continue what was seen', () => {
  test.each(table)('%s', async (_what, kind, site) => {
    const before = await followed(aSite(seen))
    const after = await followed(site(), before)
    expect(kinds(after)).toEqual([kind])
    expect(after.continues).toBe(false)
    expect(after.faults[0]).toMatchObject({ known: before.heads.at(-1)?.signed, dismissedAt: null })
    // Nothing of it is taken for true, and the same is told once.
    expect(lastHead(after)).toEqual(lastHead(before))
    expect((await followed(site(), after)).faults).toEqual(after.faults)
  })

  test('a head after the one that closed the board', async () => {
    const before = await followed(aSite([0, 1, { counted: 2, closed: true }]))
    expect(kinds(await followed(aSite([0, 1, { counted: 2, closed: true }, 4]), before))).toEqual(['after-close'])
  })

  test('a head that somebody else signed', async () => {
    const site = aSite([0, 1, 2, 4])
    const stranger = aSite([0, 1, 2, 4], { signs: createBoardKey(randomBytes(32)) })
    const before = await followed(aSite(seen))
    const bent = { ...site, heads: [...site.heads.slice(0, 3), stranger.heads[3]!, site.heads[3]!] }
    expect(kinds(await followed(bent, before))).toEqual(['signature'])
  })

  test('a head that is gone is told at the second look: a cache may lag behind once', async () => {
    const before = await followed(aSite(seen))
    const shorter = aSite([0, 1])
    const once = await followed(shorter, before)
    expect(once.faults).toEqual([])
    expect(kinds(await followed(shorter, once))).toEqual(['missing'])
    expect(kinds(await followed(aSite(seen), once))).toEqual([])
  })
})

const link = { election, at: '2025-03-29T01:00:00.000Z', by: 'PILAR PEÑA', previous: recordHash, number: 1 }
const rollback = (after: number): Rollback => ({
  type: 'rollback/1',
  ...link,
  reason: 'the disk failed',
  after,
  lost: [],
})

describe('a rollback', () => {
  function wentBack(after: number) {
    const signed = key.sign(rollback(after))
    const inForce = hash('rollback/1', signed)
    return { ...aSite([0, 1, { counted: 1, record: inForce }, { counted: 2, record: inForce }]), corrections: [signed] }
  }

  test('takes back the heads after it, and the board is followed on', async () => {
    const before = await followed(aSite([0, 1, 2, 4]))
    const after = await followed(wentBack(1), before)
    expect(after.faults).toEqual([])
    expect(after.heads.map(({ content: { number }, takenBackBy }) => [number, takenBackBy])).toEqual([
      [0, null],
      [1, null],
      [2, 1],
      [3, 1],
      [2, null],
      [3, null],
    ])
    expect(after.rollbacks).toEqual([rollback(1)])
  })

  test('explains no other head that stays', async () => {
    const before = await followed(aSite([0, { counted: 1, ballots: 3 }, { counted: 2, ballots: 3 }]))
    expect(kinds(await followed(wentBack(1), before))).toEqual(['changed'])
  })

  test('of the record itself takes back everything seen before, with its reason', async () => {
    const before = await followed(aSite([0, 1, 2]))
    const rolledBack = { at: link.at, by: link.by, reason: 'the disk failed', lost: [recordHash] }
    const signed = key.sign({ ...record, rollback: rolledBack })
    const inForce = hash('freeze/2', signed)
    const after = await followed(
      { ...aSite([{ record: inForce }, { counted: 1, record: inForce }]), record: signed },
      before,
    )
    expect(after).toMatchObject({ faults: [], anew: rolledBack })
    expect(after.heads.map(({ takenBackBy }) => takenBackBy)).toEqual([0, 0, 0, null, null])
    // Without such a word it is another history.
    const silent = key.sign({ ...record, title: 'Another' })
    const bent = { ...aSite([{ record: hash('freeze/2', silent) }]), record: silent }
    const once = await followed(bent, before)
    expect(kinds(await followed(bent, once))).toEqual(['missing'])
  })

  test('is none when it is a correction', async () => {
    const correction: RollCorrection = {
      type: 'correction/1',
      ...link,
      reason: 'longer',
      added: [],
      struck: [],
      changes: [],
    }
    const before = await followed(aSite([0, 1, 2, 4]))
    expect(kinds(await followed({ ...aSite([0, 1, 1]), corrections: [key.sign(correction)] }, before))).toEqual([])
    const once = await followed({ ...aSite([0, 1, 1]), corrections: [key.sign(correction)] }, before)
    expect(kinds(await followed({ ...aSite([0, 1, 1]), corrections: [key.sign(correction)] }, once))).toEqual([
      'missing',
    ])
  })
})

describe('a file of heads', () => {
  const fileOf = ({ heads }: Site) => heads.map((head) => `${JSON.stringify(head)}\n`).join('')
  const compare = (known: Followed, file: string) =>
    compareFile(crypto, known, { file, electionId: election, now: opens })

  test('that agrees is told to, one of another history is not', async () => {
    const known = await followed(aSite(seen))
    expect(compare(known, fileOf(aSite([0, 1])))).toMatchObject({ same: 2, followed: { faults: [] } })
    const other = aSite([0, { counted: 1, ballots: 2 }])
    expect(compare(known, fileOf(other))?.followed.faults).toMatchObject([
      { kind: 'file', known: other.heads[1], found: known.heads[1]?.signed },
    ])
  })

  test.each([
    ['empty', ''],
    ['no heads', 'hello\n'],
    ['of another site', fileOf(aSite(seen, { signs: createBoardKey(randomBytes(32)) }))],
  ])('%s is none', async (_what, file) => {
    expect(compare(await followed(aSite(seen)), file)).toBeNull()
  })
})

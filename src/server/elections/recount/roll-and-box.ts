import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readInBatches, type PgClient } from '#server/db/database.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { BoardMismatch, assertMatches, shortLine } from '#server/elections/board/mismatch.ts'
import { correctionsIn, type FrozenElection } from '#server/elections/board/signed-election.ts'
import { rollSalt } from '#server/elections/roll/freeze.ts'
import { proxyCastOf, openOrNull } from '#server/elections/voting/vault.ts'
import { fromHex, sameBytes, toHex, domainLabel } from '#shared/elections/board/bytes.ts'
import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf } from '#shared/elections/board/merkle.ts'
import type { RollCorrection } from '#shared/elections/board/statements.ts'
import { rollLeaf, rollLine } from '#shared/elections/roll/roll.ts'
import { whyRefuseBallot } from '#shared/elections/voting/ballot.ts'
import { rollRegions, type RollRegion } from '#shared/members/enums.ts'

interface Keys {
  ballotKey: Buffer
  rollKey: Buffer
}

export interface RegionCount {
  cast: number
  /** On the roll and not struck. */
  eligible: number
}

export interface ProxyBallot {
  voterId: string
  line: string
  /** In the log it is the act of the second administrator if there was one, else the first. */
  actor: string
}

/** The totals of roll and box. */
export interface BoxCount {
  lines: number
  /** Lines that are not struck. */
  rollSize: number
  ballots: number
  byRegion: Record<RollRegion, RegionCount>
  proxies: ProxyBallot[]
  /** Cast from a login that an administrator helped with. */
  helped: number
  /** From every ballot, one per seat. */
  commitments: CommitmentSet
  /** The roll line of the ballot with the commitment at this position. */
  lineOf(place: number): string
  participation: string
}

interface Row {
  voter_id: string
  line: Buffer
  salt: Buffer | null
  serial: string | null
  region: RollRegion
  added: number | null
  struck: number | null
  erased: boolean
  sealed: Buffer | null
  voter_region: RollRegion | null
  counted: boolean | null
  proxy_by: string | null
  confirmed_by: string | null
  helped: boolean | null
}

const perRead = 400
const lineBytes = 32

/**
 * Walks through the roll with each voter's ballot: one pass shows that every line is its member's, that the roll is the frozen
 * one, and that every ballot opens, follows the rules and belongs to somebody on the roll.
 */
export async function countBox(
  client: PgClient,
  { ballotKey, rollKey }: Keys,
  election: FrozenElection,
  onProgress: (lines: number) => void,
): Promise<BoxCount> {
  const { id: electionId, record, recordHash, seats, serviceOf } = election
  const maker = createLeafMaker(sha256, electionId)
  const inBox = await countBallots(client, electionId)
  const commitments = createCommitmentSet(inBox * seats.length)
  const ballotLines = Buffer.alloc(inBox * lineBytes)
  const frozen = { tree: emptyFrontier(), byRegion: noneByRegion(() => 0) }
  const byRegion = noneByRegion((): RegionCount => ({ cast: 0, eligible: 0 }))
  const added = new Map<number, string[]>()
  const struck = new Map<number, string[]>()
  const proxies: ProxyBallot[] = []
  const participation = createHash('sha256').update(participationLabel).update(participationHeading)
  let lines = 0
  let rollSize = 0
  let ballots = 0
  let helped = 0

  function checkLine(row: Row): void {
    const at = { line: shortLine(row.line) }
    // The line of a deleted member can no longer be derived; the root below still covers it.
    if (row.salt === null || row.serial === null) assertMatches(row.erased, 'roll-emptied', at)
    else {
      const salt = rollSalt(rollKey, electionId, row.voter_id)
      const made = rollLine(sha256, electionId, salt, row.serial)
      assertMatches(sameBytes(salt, row.salt) && sameBytes(made, row.line), 'roll-line', at)
    }
    if (row.added === null) {
      appendLeaf(sha256, frozen.tree, leafHash(sha256, rollLeaf(row.line, row.region)))
      frozen.byRegion[row.region]++
    } else push(added, row.added, `${row.line.toString('hex')} ${row.region}`)
    if (row.struck !== null) return push(struck, row.struck, row.line.toString('hex'))
    rollSize++
    byRegion[row.region].eligible++
    participation.update(
      participationLine({
        ...row,
        voted: row.sealed !== null,
        proxy: row.sealed !== null && row.proxy_by !== null,
        helped: row.helped === true,
      }),
    )
  }

  function checkBallot(row: Row & { sealed: Buffer }): void {
    const at = { line: shortLine(row.line) }
    assertMatches(row.struck === null, 'ballot-struck', at)
    const address = {
      electionId,
      voterId: row.voter_id,
      record: recordHash,
      helped: row.helped ?? false,
      by: proxyCastOf(row),
    }
    const opened = openOrNull(ballotKey, address, row.sealed)
    assertMatches(opened !== null, 'ballot-closed', at)
    assertMatches(whyRefuseBallot(seats, serviceOf, opened.choices, true) === null, 'ballot-rules', at)
    assertMatches(row.voter_region === row.region, 'ballot-region', at)
    assertMatches(row.counted === true, 'ballot-uncounted', at)
    for (const { commitment } of maker.leavesOf(seats, fromHex(opened.secret), opened.choices))
      assertMatches(commitments.add(commitment), 'ballot-twice', at)
    if (row.proxy_by !== null) {
      const second = row.confirmed_by !== null && row.confirmed_by !== row.proxy_by
      assertMatches(second || !record.rules.proxyNeedsSecondAdmin, 'proxy-unconfirmed', at)
      proxies.push({ voterId: row.voter_id, actor: row.confirmed_by ?? row.proxy_by, line: at.line })
    }
    row.line.copy(ballotLines, ballots * lineBytes)
    byRegion[row.region].cast++
    ballots++
    if (row.helped) helped++
  }

  for await (const rows of readInBatches((last: Row | undefined) => readRows(client, electionId, last))) {
    for (const row of rows) {
      checkLine(row)
      if (hasBallot(row)) checkBallot(row)
    }
    lines += rows.length
    onProgress(lines)
    // Serve others between two reads.
    await nextTurn()
  }

  if (ballots !== inBox) await nameBallotOffRoll(client, electionId)
  for (const region of rollRegions)
    assertMatches(frozen.byRegion[region] === record.roll.byRegion[region], 'roll-region', { region })
  assertMatches(frozen.tree.size === record.roll.size, 'roll-root')
  assertMatches(toHex(rootOf(sha256, frozen.tree)) === record.roll.root, 'roll-root')
  checkCorrections(correctionsIn(election.chain), added, struck)
  return {
    lines,
    rollSize,
    ballots,
    byRegion,
    proxies,
    helped,
    commitments,
    lineOf: (place) => shortLine(ballotLines.subarray(Math.floor(place / seats.length) * lineBytes)),
    participation: participation.digest('hex'),
  }
}

const hasBallot = (row: Row): row is Row & { sealed: Buffer } => row.sealed !== null

const noneByRegion = <Value>(none: () => Value) =>
  Object.fromEntries(rollRegions.map((region) => [region, none()])) as Record<RollRegion, Value>

function push(lists: Map<number, string[]>, number: number, one: string): void {
  const list = lists.get(number)
  if (list) list.push(one)
  else lists.set(number, [one])
}

/** Checks that the lines added and struck since are exactly those the corrections name. */
function checkCorrections(
  corrections: readonly RollCorrection[],
  added: Map<number, string[]>,
  struck: Map<number, string[]>,
): void {
  for (const { number: n, ...content } of corrections) {
    const lines = content.added.map(({ line, region }) => `${line} ${region}`)
    assertMatches(isSameList(lines, added.get(n)), 'roll-added', { n })
    assertMatches(isSameList(content.struck, struck.get(n)), 'roll-struck', { n })
    added.delete(n)
    struck.delete(n)
  }
  const [strayAdded] = added.keys()
  assertMatches(strayAdded === undefined, 'roll-added', { n: strayAdded ?? 0 })
  const [strayStruck] = struck.keys()
  assertMatches(strayStruck === undefined, 'roll-struck', { n: strayStruck ?? 0 })
}

const isSameList = (a: readonly string[], b: readonly string[] = []) => a.toSorted().join() === b.toSorted().join()

async function countBallots(client: PgClient, electionId: string): Promise<number> {
  const { rows } = await client.query<{ ballots: number }>(
    'select count(*)::int as ballots from ballots where election_id = $1',
    [electionId],
  )
  return rows[0]?.ballots ?? 0
}

/** Ballot and member are looked up line by line: whatever the planner believes about the tables, it never scans them. */
async function readRows(client: PgClient, electionId: string, last: Row | undefined): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select r.voter_id, r.line, r.salt, r.serial, r.region, r.added, r.struck, u.erased_at is not null as erased,
       b.sealed, b.voter_region, b.counted, b.proxy_by, b.confirmed_by, b.helped
     from (select * from roll where election_id = $1 and line > $2 order by line limit $3) r
     join lateral (select erased_at from users where id = r.voter_id offset 0) u on true
     left join lateral (select * from ballots where voter_id = r.voter_id and election_id = $1 offset 0) b on true
     order by r.line`,
    [electionId, last?.line ?? Buffer.alloc(0), perRead],
  )
  return rows
}

async function nameBallotOffRoll(client: PgClient, electionId: string): Promise<never> {
  const { rows } = await client.query<{ voter_id: string }>(
    `select voter_id from ballots b where election_id = $1
       and not exists (select from roll r where r.election_id = $1 and r.voter_id = b.voter_id) order by 1 limit 1`,
    [electionId],
  )
  throw new BoardMismatch({ check: 'ballot-off-roll', values: { member: rows[0]?.voter_id ?? '' } })
}

/** Prefix for the hash of the list. */
const participationLabel = domainLabel('participation/2')
const participationHeading = 'line,region,voted,proxy,helped\n'

interface Participation {
  line: Buffer
  region: RollRegion
  voted: boolean
  proxy: boolean
  helped: boolean
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
const participationLine = ({ line, region, voted, proxy, helped }: Participation): string =>
  `${[line.toString('hex'), region, yesOrNo(voted), yesOrNo(proxy), yesOrNo(helped)].join(',')}\n`

const listedPerRead = 5000

/** Who voted, by roll line in ascending order: every line that is not struck. Yields many lines at a time. */
export async function* participationAsCsv(db: PgClient, electionId: string): AsyncGenerator<string, void, undefined> {
  yield participationHeading
  const read = async (last: Participation | undefined) => {
    const { rows } = await db.query<Participation>(
      `select r.line, r.region, b.voter_id is not null as voted, b.proxy_by is not null as proxy,
         coalesce(b.helped, false) as helped
       from (select line, region, voter_id from roll where election_id = $1 and struck is null and line > $2
             order by line limit $3) r
       left join lateral (select voter_id, proxy_by, helped from ballots
         where voter_id = r.voter_id and election_id = $1 offset 0) b on true
       order by r.line`,
      [electionId, last?.line ?? Buffer.alloc(0), listedPerRead],
    )
    return rows
  }
  for await (const rows of readInBatches(read)) yield rows.map(participationLine).join('')
}

const bytes = 32

/**
 * A set of commitments, each added and taken once, with little more than 32 bytes each: those of 100,000 ballots take 30 MB.
 * Their first bytes are as good as random, so they serve as the hash.
 */
export function createCommitmentSet(capacity: number) {
  const held = Buffer.alloc(capacity * bytes)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, capacity * 2))))
  const taken = new Uint8Array(capacity)
  let size = 0

  /** The slot that holds it, or the free one where it would go. */
  function slotOf(commitment: Uint8Array): number {
    const [a = 0, b = 0, c = 0, d = 0] = commitment
    const first = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
    for (let slot = first % slots.length; ; slot = (slot + 1) % slots.length) {
      const at = slots[slot] ?? 0
      if (at === 0 || held.compare(commitment, 0, bytes, (at - 1) * bytes, at * bytes) === 0) return slot
    }
  }

  return {
    /** False if it is already there, or the set is full. */
    add(commitment: Uint8Array): boolean {
      if (size === capacity) return false
      const slot = slotOf(commitment)
      if (slots[slot] !== 0) return false
      held.set(commitment, size * bytes)
      slots[slot] = ++size
      return true
    },
    /** False if it is not there or was already taken. */
    take(commitment: Uint8Array): boolean {
      const at = slots[slotOf(commitment)] ?? 0
      if (at === 0 || taken[at - 1] === 1) return false
      taken[at - 1] = 1
      return true
    },
    /** The position, in order of insertion, of one that was not taken; -1 if none is left. */
    firstLeft: (): number => taken.subarray(0, size).indexOf(0),
    get size() {
      return size
    },
  }
}
type CommitmentSet = ReturnType<typeof createCommitmentSet>

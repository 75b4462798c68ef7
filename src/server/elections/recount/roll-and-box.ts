import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { fromHex, sameBytes, toHex } from '#shared/elections/board/bytes.ts'
import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf } from '#shared/elections/board/merkle.ts'
import { rollLeaf, rollLine } from '#shared/elections/roll/roll.ts'
import { whyRefuseBallot, type Seat } from '#shared/elections/voting/ballot.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { participationHeading, participationLabel, participationLine } from '#server/elections/board/participation.ts'
import { sha256 } from '#server/elections/board/sha256.ts'
import { castBy, tryToOpen } from '#server/elections/voting/seal.ts'
import { createCommitmentSet, type CommitmentSet } from './commitment-set.ts'
import { Differs, expect, shortLine } from './differs.ts'
import type { SignedWords } from './signed-words.ts'
import { rollRegions, type RollRegion } from '#shared/members/enums.ts'

type Db = Pick<pg.Pool, 'query'>

interface Keys {
  ballotKey: Buffer
  boardKey: BoardKey
}

export interface RegionCount {
  cast: number
  /** On the roll and not struck. */
  eligible: number
}

export interface ProxyBallot {
  voterId: string
  line: string
  /** In the log it is the second administrator's act where there was one, else the first's. */
  actor: string
}

/** What roll and box come to. */
export interface BoxCount {
  lines: number
  /** Lines that are not struck. */
  rollSize: number
  ballots: number
  byRegion: Record<RollRegion, RegionCount>
  proxies: ProxyBallot[]
  /** Of every ballot, one for each seat. */
  commitments: CommitmentSet
  /** The roll line of the ballot that put in the commitment at this place. */
  lineOf(place: number): string
  /** Of the participation list. */
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
}

const perRead = 400
const lineBytes = 32

/**
 * Goes through the roll line by line, each with its voter's ballot if there is one: so one reading shows that every line is its
 * member's, that the roll is the frozen one, and that every ballot opens, keeps the rules and belongs to somebody on the roll.
 */
export async function countBox(
  client: Db,
  { ballotKey, boardKey }: Keys,
  words: SignedWords,
  onProgress: (lines: number) => void,
): Promise<BoxCount> {
  const { record } = words
  const electionId = record.election
  const seats: Seat[] = record.seats.map(({ slot, service }) => ({ slot, ms: service }))
  const serviceOf = new Map(record.nominees.map(({ id, service }) => [id, service]))
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

  function checkLine(row: Row): void {
    const at = { line: shortLine(row.line) }
    // Who was erased has left a line that can no longer be derived; the root below still holds it.
    if (row.salt === null || row.serial === null) expect(row.erased, 'roll-emptied', at)
    else {
      const salt = boardKey.rollSalt(electionId, row.voter_id)
      const made = rollLine(sha256, electionId, salt, row.serial)
      expect(sameBytes(salt, row.salt) && sameBytes(made, row.line), 'roll-line', at)
    }
    if (row.added === null) {
      appendLeaf(sha256, frozen.tree, leafHash(sha256, rollLeaf(row.line, row.region)))
      frozen.byRegion[row.region]++
    } else push(added, row.added, `${row.line.toString('hex')} ${row.region}`)
    if (row.struck !== null) return push(struck, row.struck, row.line.toString('hex'))
    rollSize++
    byRegion[row.region].eligible++
    participation.update(
      participationLine({ ...row, voted: row.sealed !== null, proxy: row.sealed !== null && row.proxy_by !== null }),
    )
  }

  function checkBallot(row: Row & { sealed: Buffer }): void {
    const at = { line: shortLine(row.line) }
    expect(row.struck === null, 'ballot-struck', at)
    const opened = tryToOpen(ballotKey, { electionId, voterId: row.voter_id, by: castBy(row) }, row.sealed)
    expect(opened !== null, 'ballot-closed', at)
    expect(whyRefuseBallot(seats, (id) => serviceOf.get(id), opened.choices, true) === null, 'ballot-rules', at)
    expect(row.voter_region === row.region, 'ballot-region', at)
    expect(row.counted === true, 'ballot-uncounted', at)
    for (const { commitment } of maker.leavesOf(seats, fromHex(opened.secret), opened.choices))
      expect(commitments.add(commitment), 'ballot-twice', at)
    if (row.proxy_by !== null) {
      const second = row.confirmed_by !== null && row.confirmed_by !== row.proxy_by
      expect(second || !record.rules.proxyNeedsSecondAdmin, 'proxy-unconfirmed', at)
      proxies.push({ voterId: row.voter_id, actor: row.confirmed_by ?? row.proxy_by, line: at.line })
    }
    row.line.copy(ballotLines, ballots * lineBytes)
    byRegion[row.region].cast++
    ballots++
  }

  for (let after: Buffer = Buffer.alloc(0); ;) {
    const rows = await readRows(client, electionId, after)
    const last = rows.at(-1)
    if (!last) break
    for (const row of rows) {
      checkLine(row)
      if (hasBallot(row)) checkBallot(row)
    }
    lines += rows.length
    after = last.line
    onProgress(lines)
    // Others are served between two readings.
    await nextTurn()
  }

  if (ballots !== inBox) await nameBallotOffRoll(client, electionId)
  for (const region of rollRegions)
    expect(frozen.byRegion[region] === record.roll.byRegion[region], 'roll-region', { region })
  expect(frozen.tree.size === record.roll.size, 'roll-root')
  expect(toHex(rootOf(sha256, frozen.tree)) === record.roll.root, 'roll-root')
  checkCorrections(words, added, struck)
  return {
    lines,
    rollSize,
    ballots,
    byRegion,
    proxies,
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

/** Lines that came and went since are exactly those that corrections name. */
function checkCorrections(
  { corrections }: SignedWords,
  added: Map<number, string[]>,
  struck: Map<number, string[]>,
): void {
  for (const { number: n, ...said } of corrections) {
    const lines = said.added.map(({ line, region }) => `${line} ${region}`)
    expect(isSameList(lines, added.get(n)), 'roll-added', { n })
    expect(isSameList(said.struck, struck.get(n)), 'roll-struck', { n })
    added.delete(n)
    struck.delete(n)
  }
  const [strayAdded] = added.keys()
  expect(strayAdded === undefined, 'roll-added', { n: strayAdded ?? 0 })
  const [strayStruck] = struck.keys()
  expect(strayStruck === undefined, 'roll-struck', { n: strayStruck ?? 0 })
}

const isSameList = (a: readonly string[], b: readonly string[] = []) => a.toSorted().join() === b.toSorted().join()

async function countBallots(client: Db, electionId: string): Promise<number> {
  const { rows } = await client.query<{ ballots: number }>(
    'select count(*)::int as ballots from ballots where election_id = $1',
    [electionId],
  )
  return rows[0]?.ballots ?? 0
}

/** Ballot and member are looked up line by line: whatever the planner believes of the tables, it never reads them whole. */
async function readRows(client: Db, electionId: string, after: Buffer): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select r.voter_id, r.line, r.salt, r.serial, r.region, r.added, r.struck, u.erased_at is not null as erased,
       b.sealed, b.voter_region, b.counted, b.proxy_by, b.confirmed_by
     from (select * from roll where election_id = $1 and line > $2 order by line limit $3) r
     join lateral (select erased_at from users where id = r.voter_id offset 0) u on true
     left join lateral (select * from ballots where voter_id = r.voter_id and election_id = $1 offset 0) b on true
     order by r.line`,
    [electionId, after, perRead],
  )
  return rows
}

async function nameBallotOffRoll(client: Db, electionId: string): Promise<never> {
  const { rows } = await client.query<{ voter_id: string }>(
    `select voter_id from ballots b where election_id = $1
       and not exists (select from roll r where r.election_id = $1 and r.voter_id = b.voter_id) order by 1 limit 1`,
    [electionId],
  )
  throw new Differs({ check: 'ballot-off-roll', values: { member: rows[0]?.voter_id ?? '' } })
}

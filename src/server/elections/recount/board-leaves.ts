import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PgClient } from '#server/db/database.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { assertAgrees } from '#server/elections/board/differs.ts'
import { readTree } from '#server/elections/board/tree.ts'
import { sameBytes, toHex } from '#shared/elections/board/bytes.ts'
import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf, type Frontier } from '#shared/elections/board/merkle.ts'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import { type Service, rollRegions, type RollRegion } from '#shared/members/enums.ts'
import type { BoxCount } from './roll-and-box.ts'
import type { SignedHeads } from './signed-words.ts'

export interface BoardCount {
  leaves: number
  /** Of every frozen nominee. */
  votes: Map<string, number>
}

interface Row {
  position: number
  service: Service
  nominee_id: string | null
  nonce: Buffer
  commitment: Buffer
}

const perRead = 2000

/**
 * Goes through the board leaf by leaf: each yields its commitment, comes from one ballot of the box, and leads to the roots that
 * were signed as the board grew.
 */
export async function countBoard(
  client: PgClient,
  record: FreezeRecord,
  heads: SignedHeads,
  box: BoxCount,
  onProgress: (leaves: number) => void,
): Promise<BoardCount> {
  const electionId = record.election
  const maker = createLeafMaker(sha256, electionId)
  const serviceOf = new Map(record.nominees.map(({ id, service }) => [id, service]))
  const votes = new Map(record.nominees.map(({ id }) => [id, 0]))
  const tree = emptyFrontier()
  const roots = [...heads.roots]
  let someOfNobody = false

  function checkRoot(): void {
    const [head] = roots
    if (head?.size !== tree.size) return
    assertAgrees(toHex(rootOf(sha256, tree)) === head.root, 'head-root', { n: head.number })
    roots.shift()
  }

  function checkLeaf({ position, service, nominee_id: nominee, nonce, commitment }: Row): void {
    const at = { n: position }
    assertAgrees(position === tree.size, 'leaf-place', { n: tree.size })
    assertAgrees(nominee === null || serviceOf.get(nominee) === service, 'leaf-nominee', at)
    assertAgrees(sameBytes(maker.commitmentOf(service, nominee, nonce), commitment), 'leaf-opening', at)
    if (!box.commitments.take(commitment)) someOfNobody = true
    if (nominee !== null) votes.set(nominee, (votes.get(nominee) ?? 0) + 1)
    appendLeaf(sha256, tree, leafHash(sha256, commitment))
    checkRoot()
  }

  checkRoot()
  for (;;) {
    const rows = await readRows(client, electionId, tree.size)
    if (rows.length === 0) break
    for (const row of rows) checkLeaf(row)
    onProgress(tree.size)
    await nextTurn()
  }
  // First that the board is the signed one: whoever takes a leaf off it would be told whose it is.
  const [unreached] = roots
  assertAgrees(unreached === undefined, 'head-root', { n: unreached?.number ?? 0 })
  await checkTree(client, electionId, tree)
  // Never which leaf: whoever takes a ballot out of the box would be told what is on it.
  assertAgrees(!someOfNobody, 'leaf-of-nobody')
  const left = box.commitments.firstLeft()
  assertAgrees(left === -1, 'ballot-not-on-board', { line: left === -1 ? '' : box.lineOf(left) })
  checkLastHead(heads, box, tree.size)
  return { leaves: tree.size, votes }
}

/** Of an election that nobody voted in the board stays open: it may be begun anew. */
function checkLastHead({ last: { said } }: SignedHeads, box: BoxCount, leaves: number): void {
  const { ballots, helped } = box
  assertAgrees(said.closed || ballots === 0, 'heads-not-closed')
  const agrees =
    said.size === leaves &&
    said.ballots === ballots &&
    said.counted === ballots &&
    said.proxies === box.proxies.length &&
    said.helped === helped
  assertAgrees(agrees, 'last-head')
}

async function checkTree(client: PgClient, electionId: string, tree: Frontier): Promise<void> {
  const stored = await readTree(client, { electionId })
  const same = stored.size === tree.size && Buffer.concat(stored.roots).equals(Buffer.concat(tree.roots))
  assertAgrees(same, 'tree-state')
}

async function readRows(client: PgClient, electionId: string, from: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select position, service, nominee_id, nonce, commitment from votes
     where election_id = $1 and position >= $2 order by position limit $3`,
    [electionId, from, perRead],
  )
  return rows
}

/** The totals that screens have shown are what the board adds up to. */
export async function checkTallies(client: PgClient, record: FreezeRecord, { votes }: BoardCount): Promise<void> {
  const { rows } = await client.query<{ nominee_id: string; votes: number }>(
    'select nominee_id, votes from tallies where election_id = $1',
    [record.election],
  )
  const tallied = new Map(rows.map((row) => [row.nominee_id, row.votes]))
  for (const { id, name } of record.nominees) {
    assertAgrees((tallied.get(id) ?? 0) === votes.get(id), 'tally-differs', { name })
    tallied.delete(id)
  }
  const [stranger] = tallied.keys()
  assertAgrees(stranger === undefined, 'tally-differs', { name: stranger ?? '' })
}

export async function checkTurnout(client: PgClient, electionId: string, { byRegion }: BoxCount): Promise<void> {
  const { rows } = await client.query<{ region: RollRegion; cast: number; counted: number }>(
    'select region, "cast", counted from turnout where election_id = $1',
    [electionId],
  )
  for (const region of rollRegions) {
    const { cast = 0, counted = 0 } = rows.find((row) => row.region === region) ?? {}
    assertAgrees(cast === byRegion[region].cast && counted === cast, 'turnout-differs', { region })
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PgClient } from '#server/db/database.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { assertMatches } from '#server/elections/board/mismatch.ts'
import { createUnpacker, range, readTiles, tileDepth, type BoardLeaf } from '#server/elections/board/tiles.ts'
import { readTree } from '#server/elections/board/tree.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf, type Frontier } from '#shared/elections/board/merkle.ts'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import { rollRegions, type RollRegion } from '#shared/members/enums.ts'
import type { BoxCount } from './roll-and-box.ts'
import type { SignedHeads } from './signed-words.ts'

interface BoardCount {
  leaves: number
  /** For every frozen nominee. */
  votes: Map<string, number>
}

const tilesPerRead = 8

/**
 * Checks the board leaf by leaf: each comes from one ballot in the box, and together they give the roots that were signed as the
 * board grew.
 */
export async function countBoard(
  client: PgClient,
  record: FreezeRecord,
  heads: SignedHeads,
  box: BoxCount,
  onProgress: (leaves: number) => void,
): Promise<BoardCount> {
  const electionId = record.election
  const unpack = createUnpacker(electionId)
  const serviceOf = new Map(record.nominees.map(({ id, service }) => [id, service]))
  const votes = new Map(record.nominees.map(({ id }) => [id, 0]))
  const tree = emptyFrontier()
  const roots = [...heads.roots]
  let someOfNobody = false

  function checkRoot(): void {
    const [head] = roots
    if (head?.size !== tree.size) return
    assertMatches(toHex(rootOf(sha256, tree)) === head.root, 'head-root', { n: head.number })
    roots.shift()
  }

  /** Returns the root of the tile it completes. */
  function checkLeaf({ service, nomineeId, commitment }: BoardLeaf): Uint8Array | undefined {
    const at = { n: tree.size }
    assertMatches(nomineeId === null || serviceOf.get(nomineeId) === service, 'leaf-nominee', at)
    if (!box.commitments.take(commitment)) someOfNobody = true
    if (nomineeId !== null) votes.set(nomineeId, (votes.get(nomineeId) ?? 0) + 1)
    const completed = appendLeaf(sha256, tree, leafHash(sha256, commitment))
    checkRoot()
    return completed[tileDepth]
  }

  checkRoot()
  for (let tile = 0; ; tile += tilesPerRead) {
    const tiles = await readTiles(client, electionId, range(tile, tile + tilesPerRead))
    for (const { leaves, root } of tiles) {
      const last = unpack(leaves, tree.size).map(checkLeaf).at(-1)
      assertMatches(last === undefined ? root === null : root?.equals(last) === true, 'tree-state')
    }
    onProgress(tree.size)
    if (tiles.length < tilesPerRead) break
    await nextTurn()
  }
  // First check that the board is the signed one: otherwise somebody who removes a leaf would be told whose it is.
  const [unreached] = roots
  assertMatches(unreached === undefined, 'head-root', { n: unreached?.number ?? 0 })
  await checkTree(client, electionId, tree)
  // Never say which leaf: somebody who removes a ballot from the box would learn its content.
  assertMatches(!someOfNobody, 'leaf-of-nobody')
  const left = box.commitments.firstLeft()
  assertMatches(left === -1, 'ballot-not-on-board', { line: left === -1 ? '' : box.lineOf(left) })
  checkLastHead(heads, box, tree.size)
  return { leaves: tree.size, votes }
}

/** If nobody voted the board stays open: the election may be started again. */
function checkLastHead({ last: { content } }: SignedHeads, box: BoxCount, leaves: number): void {
  const { ballots, helped } = box
  assertMatches(content.closed || ballots === 0, 'heads-not-closed')
  const agrees =
    content.size === leaves &&
    content.ballots === ballots &&
    content.counted === ballots &&
    content.proxies === box.proxies.length &&
    content.helped === helped
  assertMatches(agrees, 'last-head')
}

async function checkTree(client: PgClient, electionId: string, tree: Frontier): Promise<void> {
  const stored = await readTree(client, { electionId })
  const same = stored.size === tree.size && Buffer.concat(stored.roots).equals(Buffer.concat(tree.roots))
  assertMatches(same, 'tree-state')
}

/** Checks that the totals shown on screens are the sums of the board. */
export async function checkTallies(client: PgClient, record: FreezeRecord, { votes }: BoardCount): Promise<void> {
  const { rows } = await client.query<{ nominee_id: string; votes: number }>(
    'select nominee_id, votes from tallies where election_id = $1',
    [record.election],
  )
  const tallied = new Map(rows.map((row) => [row.nominee_id, row.votes]))
  for (const { id, name } of record.nominees) {
    assertMatches((tallied.get(id) ?? 0) === votes.get(id), 'tally-differs', { name })
    tallied.delete(id)
  }
  const [stranger] = tallied.keys()
  assertMatches(stranger === undefined, 'tally-differs', { name: stranger ?? '' })
}

export async function checkTurnout(client: PgClient, electionId: string, { byRegion }: BoxCount): Promise<void> {
  const { rows } = await client.query<{ region: RollRegion; cast: number; counted: number }>(
    'select region, "cast", counted from turnout where election_id = $1',
    [electionId],
  )
  for (const region of rollRegions) {
    const { cast = 0, counted = 0 } = rows.find((row) => row.region === region) ?? {}
    assertMatches(cast === byRegion[region].cast && counted === cast, 'turnout-differs', { region })
  }
}

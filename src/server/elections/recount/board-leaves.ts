import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { sameBytes, toHex } from '#shared/elections/board/bytes.ts'
import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf, type Frontier } from '#shared/elections/board/merkle.ts'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import type { Service } from '#shared/members/enums.ts'
import { sha256 } from '#server/elections/board/sha256.ts'
import { readTree } from '#server/elections/board/tree.ts'
import { expect } from './differs.ts'
import type { BoxCount } from './roll-and-box.ts'
import type { SignedHeads } from './signed-words.ts'

type Db = Pick<pg.Pool, 'query'>

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
  client: Db,
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

  function checkRoot(): void {
    const [head] = roots
    if (head?.size !== tree.size) return
    expect(toHex(rootOf(sha256, tree)) === head.root, 'head-root', { n: head.number })
    roots.shift()
  }

  function checkLeaf({ position, service, nominee_id: nominee, nonce, commitment }: Row): void {
    const at = { n: position }
    expect(position === tree.size, 'leaf-place', { n: tree.size })
    expect(nominee === null || serviceOf.get(nominee) === service, 'leaf-nominee', at)
    expect(sameBytes(maker.commitmentOf(service, nominee, nonce), commitment), 'leaf-opening', at)
    expect(box.commitments.take(commitment), 'leaf-of-nobody', at)
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
  const left = box.commitments.firstLeft()
  expect(left === -1, 'ballot-not-on-board', { line: left === -1 ? '' : box.lineOf(left) })
  const [unreached] = roots
  expect(unreached === undefined, 'head-root', { n: unreached?.number ?? 0 })
  checkLastHead(heads, box, tree.size)
  await checkTree(client, electionId, tree)
  return { leaves: tree.size, votes }
}

/** Of an election that nobody voted in the board stays open: it may be begun anew. */
function checkLastHead({ last: { said } }: SignedHeads, { ballots }: BoxCount, leaves: number): void {
  expect(said.closed || ballots === 0, 'heads-not-closed')
  expect(said.size === leaves && said.cast === ballots && said.counted === ballots, 'last-head')
}

async function checkTree(client: Db, electionId: string, tree: Frontier): Promise<void> {
  const stored = await readTree(client, { electionId })
  const same = stored.size === tree.size && Buffer.concat(stored.roots).equals(Buffer.concat(tree.roots))
  expect(same, 'tree-state')
}

async function readRows(client: Db, electionId: string, from: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select position, service, nominee_id, nonce, commitment from votes
     where election_id = $1 and position >= $2 order by position limit $3`,
    [electionId, from, perRead],
  )
  return rows
}

import type pg from 'pg'
import { appendLeaf, emptyFrontier, leafHash, rootsIn, type Frontier } from '#shared/elections/board/merkle.ts'
import type { Leaf } from '#shared/elections/board/leaves.ts'
import { sha256 } from './sha256.ts'

type Db = Pick<pg.Pool, 'query'>

export interface TreeOf {
  electionId: string
}

const hashBytes = 32

/** Where the tree of an election stands. */
export async function readTree(db: Db, { electionId }: TreeOf): Promise<Frontier> {
  const { rows } = await db.query<{ size: number; roots: Buffer }>(
    'select size, roots from board_trees where election_id = $1',
    [electionId],
  )
  const [found] = rows
  if (!found) return emptyFrontier()
  const roots = Array.from({ length: rootsIn(found.size) }, (_, n) =>
    found.roots.subarray(n * hashBytes, (n + 1) * hashBytes),
  )
  return { size: found.size, roots }
}

/**
 * Adds leaves to the tree and its board, in the order given. In the caller's transaction, which holds the lock of counting: two
 * at once would take the same places.
 */
export async function appendLeaves(db: Db, of: TreeOf, leaves: readonly Leaf[]): Promise<void> {
  const tree = await readTree(db, of)
  const first = tree.size
  for (const { commitment } of leaves) appendLeaf(sha256, tree, leafHash(sha256, commitment))
  const written = await db.query(
    `insert into votes (election_id, position, service, nominee_id, nonce, commitment)
     select $1, $2::int + v.place - 1, v.service, v.nominee_id, decode(v.nonce, 'hex'), decode(v.commitment, 'hex')
     from unnest($3::text[], $4::uuid[], $5::text[], $6::text[]) with ordinality as v (service, nominee_id, nonce, commitment, place)
     order by v.place`,
    [
      of.electionId,
      first,
      asArray(leaves.map(({ service }) => service)),
      asArray(leaves.map(({ nomineeId }) => nomineeId ?? 'NULL')),
      asArray(leaves.map(({ nonce }) => hex(nonce))),
      asArray(leaves.map(({ commitment }) => hex(commitment))),
    ],
  )
  if (written.rowCount !== leaves.length)
    throw new Error('not every leaf was written; nothing of this batch is counted')
  await db.query(
    `insert into board_trees (election_id, size, roots) values ($1, $2, $3)
     on conflict (election_id) do update set size = excluded.size, roots = excluded.roots`,
    [of.electionId, tree.size, Buffer.concat(tree.roots)],
  )
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

/** As PostgreSQL writes an array. The driver would look for commas and quotes, of which ids, digits and services have none. */
const asArray = (plain: readonly string[]) => `{${plain.join(',')}}`

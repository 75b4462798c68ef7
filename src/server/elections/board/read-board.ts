import { sureNow } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import type { Board, BoardChoice } from '#shared/elections/board/board.ts'
import { bucketBits, tileSize } from '#shared/elections/board/board.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { originalOf, hasReached, stageOf } from '#shared/elections/lifecycle.ts'
import { votesShown } from '#shared/elections/results/results.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { showInstant } from '#shared/time.ts'
import type { createTreeCache } from './proofs.ts'
import { lastStatement, listStatements, readChain, readCandidates } from './statements.ts'
import { createUnpacker, leavesPerTile, range, readLeavesAt, readTiles, type BoardLeaf } from './tiles.ts'
import type { ElectionTree } from './tree.ts'

type BoardDeps = Pick<Deps, 'pool' | 'elections' | 'clock' | 'boardKey' | 'signed'>

/** Which tree is meant. A rehearsal has its own, where its receipts are looked up. */
export async function findTree(
  { elections }: Pick<Deps, 'elections'>,
  electionId: string,
): Promise<ElectionTree & { election: Election }> {
  const election = mustExist(await elections.byIdOrRehearsal(electionId))
  return { electionId, election }
}

/** The last head this node has noted; null if there is none. */
export async function recentHead({ signed }: Pick<Deps, 'signed'>, { id, kind, frozenAt }: Election) {
  return kind === 'election' && frozenAt === null ? null : (await signed.recent(id)).head
}

/** Every election, the latest first: boards stay readable forever. */
export async function listBoards({ elections }: Pick<Deps, 'elections'>): Promise<BoardChoice[]> {
  const current = await elections.current()
  return (await elections.all())
    .toSorted((a, b) => b.votingOpens - a.votingOpens)
    .map(({ id, title, votingOpens }) => ({ id, title, votingOpens, current: id === current?.id }))
}

export async function readBoard(deps: BoardDeps, electionId: string): Promise<Board> {
  const { election } = await findTree(deps, electionId)
  const record = await lastStatement(deps.pool, electionId, 'freeze/2')
  const certificate = await lastStatement(deps.pool, electionId, 'certificate/2')
  const now = deps.clock.now()
  const stage = stageOf(election, now)
  return {
    electionId,
    kind: election.kind,
    title: election.title,
    now,
    stage,
    seats: election.seats,
    nominees: record?.content.nominees ?? (await readCandidates(deps.pool, originalOf(election))),
    publicKey: deps.boardKey.publicKey,
    fingerprint: deps.boardKey.fingerprint,
    record: record?.signed ?? null,
    corrections: (await readChain(deps.pool, electionId)).map(({ signed }) => signed),
    head: (await recentHead(deps, election))?.signed ?? null,
    openingsShown: votesShown(election, now),
    certificate: certificate?.signed ?? null,
    countersignatures: await listStatements(deps.pool, electionId, 'countersignature/1'),
    witnesses: await listStatements(deps.pool, electionId, 'witness/1'),
    packageReady: election.packagePublic && record !== null && hasReached(stage, 'counted'),
  }
}

/** Concatenated commitments, 32 bytes each, and whether this piece will still grow. */
export async function readTile({ pool }: Pick<Deps, 'pool'>, of: ElectionTree, tile: number) {
  const leaves = await readPiece({ pool }, of, tile)
  return { bytes: Buffer.concat(leaves.map(({ commitment }) => commitment)), full: leaves.length === tileSize }
}

/** One `service,nominee,nonce` per line, in the order of the leaves. */
export async function readOpenings(
  deps: Pick<Deps, 'pool' | 'clock'>,
  of: ElectionTree & { election: Election },
  tile: number,
) {
  if (!votesShown(of.election, sureNow(deps.clock)))
    throw new AppError('results-not-shown', { values: { when: showInstant(of.election.votingCloses) } })
  const leaves = await readPiece(deps, of, tile)
  const text = leaves.map(({ service, nomineeId, nonce }) => `${service},${nomineeId ?? ''},${toHex(nonce)}\n`).join('')
  return { text, full: leaves.length === tileSize }
}

const tilesPerPiece = tileSize / leavesPerTile

async function readPiece(
  { pool }: Pick<Deps, 'pool'>,
  { electionId }: ElectionTree,
  piece: number,
): Promise<BoardLeaf[]> {
  const tiles = await readTiles(pool, electionId, range(piece * tilesPerPiece, (piece + 1) * tilesPerPiece))
  const unpack = createUnpacker(electionId)
  return tiles.flatMap(({ leaves }) => unpack(leaves))
}

export interface BucketLeaf {
  position: number
  commitment: string
  /** From the leaf to the root of the tree of the requested size. */
  proof: string[]
}

/**
 * All leaves whose nonces begin with the same bits, each with its proof. The server does not learn which one the reader is
 * interested in.
 */
export async function readBucket(
  { pool }: Pick<Deps, 'pool'>,
  proofsOf: ReturnType<typeof createTreeCache>,
  of: ElectionTree,
  { size, bucket }: { size: number; bucket: number },
): Promise<BucketLeaf[]> {
  const bits = bucketBits(size)
  if (bucket >= 2 ** bits) throw new AppError('not-found')
  const proofs = await proofsOf(of)
  const positions = await proofs.bucket(bucket, bits, size)
  const leaves = await readLeavesAt(pool, of.electionId, positions)
  const paths = await proofs.inclusion(positions, size)
  return positions.map((position, n) => ({
    position,
    commitment: toHex(leaves[n]?.commitment ?? new Uint8Array()),
    proof: (paths[n] ?? []).map(toHex),
  }))
}

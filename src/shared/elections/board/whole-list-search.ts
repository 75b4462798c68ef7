import { tileSize } from './board.ts'
import { toHex } from './bytes.ts'
import type { BoardSource, Checking } from './check-receipt.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf } from './merkle.ts'
import type { OwnLeaves } from './own-leaves.ts'
import type { Head } from './statements.ts'
import type { Crypto } from './verify-board.ts'

const hashBytes = 32
/** So many leaves are hashed before the page may draw and scroll again: a few milliseconds on a slow phone. */
const leavesPerPause = 256
/** How many tiles are on their way at a time. */
const ahead = 3

export type Steps = Required<Pick<Checking, 'onProgress' | 'pause'>>

/** Fetches every leaf, so that nobody learns which are meant, and computes the root from them. */
export async function searchWholeList(
  { sha256 }: Crypto,
  source: Pick<BoardSource, 'tile'>,
  { size, root }: Head,
  own: OwnLeaves,
  { onProgress, pause }: Steps,
): Promise<{ ok: boolean }> {
  const tiles = Math.ceil(size / tileSize)
  const wanted = (tile: number) => Math.min(tileSize, size - tile * tileSize) * hashBytes
  const coming: Promise<Uint8Array>[] = []
  const order = (tile: number) => {
    if (tile >= tiles) return
    const fetched = fetchTile(source, tile, wanted(tile))
    // One that fails while others are read is told when its turn comes.
    fetched.catch(() => {})
    coming.push(fetched)
  }
  for (let tile = 0; tile < ahead; tile++) order(tile)

  const tree = emptyFrontier()
  for (let tile = 0; tile < tiles; tile++) {
    const bytes = await coming[tile]
    order(tile + ahead)
    if (!bytes || bytes.length < wanted(tile)) return { ok: false }
    for (let at = 0; at < wanted(tile); at += hashBytes) {
      own.note(bytes, at)
      appendLeaf(sha256, tree, leafHash(sha256, bytes.subarray(at, at + hashBytes)))
      if (tree.size % leavesPerPause !== 0) continue
      onProgress(tree.size / size)
      await pause()
    }
  }
  onProgress(1)
  return { ok: toHex(rootOf(sha256, tree)) === root }
}

/** The last tile grows, and a cache may hold it as it was a moment ago: then it is fetched once more. */
async function fetchTile(source: Pick<BoardSource, 'tile'>, tile: number, wanted: number): Promise<Uint8Array> {
  const bytes = await source.tile(tile, false)
  return bytes.length < wanted ? source.tile(tile, true) : bytes
}

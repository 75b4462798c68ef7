import { sha256Into, sha256 } from './sha256.ts'

/**
 * The Merkle tree of RFC 6962, leaf by leaf. It keeps one hash per level, as a counter in binary keeps digits, and so knows
 * the root at any moment; a root that somebody will ask for is noted when the tree has that size.
 */
export class Tree {
  size = 0
  /** Hashes of the complete subtrees, largest first; their sizes are the binary digits of `size`. */
  #subtrees: Uint8Array[] = []
  readonly #wanted: number[]
  #next = 0
  readonly #roots = new Map<number, Uint8Array>()

  constructor(wanted: Iterable<number> = []) {
    this.#wanted = [...new Set(wanted)].toSorted((a, b) => a - b)
    this.#note()
  }

  /** Takes the next leaf, by its data. */
  add(data: Uint8Array): void {
    let hash = leafHash(data)
    for (let size = this.size; size % 2 === 1; size = (size - 1) / 2) hash = nodeHash(this.#subtrees.pop()!, hash)
    this.#subtrees.push(hash)
    this.size++
    this.#note()
  }

  root(): Uint8Array {
    return (
      this.#subtrees.reduceRight<Uint8Array | null>((right, left) => (right ? nodeHash(left, right) : left), null) ??
      sha256()
    )
  }

  /** The root that the tree had at one of the wanted sizes; null if it never had that size. */
  rootAt(size: number): Uint8Array | null {
    return this.#roots.get(size) ?? null
  }

  #note(): void {
    if (this.#wanted[this.#next] !== this.size) return
    this.#roots.set(this.size, this.root())
    this.#next++
  }
}

const scratch = new Uint8Array(1024)

export function leafHash(data: Uint8Array): Uint8Array {
  if (data.length >= scratch.length) return sha256(Uint8Array.of(0), data)
  scratch[0] = 0
  scratch.set(data, 1)
  const hash = new Uint8Array(32)
  sha256Into(scratch, data.length + 1, hash, 0)
  return hash
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  scratch[0] = 1
  scratch.set(left, 1)
  scratch.set(right, 33)
  const hash = new Uint8Array(32)
  sha256Into(scratch, 65, hash, 0)
  return hash
}

import { hmacSha256, sha256, sha256Into } from '#platform'
import { compareBytes, joined, sameBytes, toBytes } from './bytes.ts'

/** The hashes of docs/audit-package.md. Each begins with a label of its own, so that no value can stand for another. */

/** A statement is signed and hashed as its type, a zero byte and its text. */
export const signedBytes = (type: string, text: string): Uint8Array<ArrayBuffer> => toBytes(`${type}\0${text}`)

/** The bytes that a leaf's commitment is the hash of; the nominee and the nonce are the last 32. */
export function commitmentInput(election: Uint8Array, service: string): Uint8Array<ArrayBuffer> {
  const name = toBytes(service)
  return joined(toBytes('slot/1\0'), election, Uint8Array.of(name.length), name, new Uint8Array(32))
}

/** What the site promises to count: the commitments of a ballot, in an order that reveals nothing about the seats. */
export const ballotHash = (commitments: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  sha256(toBytes('ballot/1\0'), ...commitments.toSorted(compareBytes))

/** The nonce that hides the choice for a seat, derived from the receipt's secret. */
export const seatNonce = (secret: Uint8Array, election: Uint8Array, seat: number): Uint8Array<ArrayBuffer> =>
  hmacSha256(secret, joined(toBytes('slot-nonce/1\0'), election, Uint8Array.of(seat >> 8, seat & 255))).slice(0, 16)

export const rollLineOf = (election: Uint8Array, salt: Uint8Array, serial: string): Uint8Array<ArrayBuffer> =>
  sha256(toBytes('roll/1\0'), election, salt, toBytes(serial.replaceAll(/\s+/g, '').toUpperCase()))

export const participationLabel: Uint8Array<ArrayBuffer> = toBytes('participation/2\0')

/**
 * The Merkle tree of RFC 6962, leaf by leaf. It keeps one hash per level, as a counter in binary keeps digits, and so knows
 * the root at any moment; a root that somebody will ask for is noted when the tree has that size.
 */
export class Tree {
  size = 0
  /** Hashes of the complete subtrees, largest first; their sizes are the binary digits of `size`. No tree has 64 levels. */
  readonly #subtrees = new Uint8Array(64 * 32)
  #count = 0
  readonly #wanted: number[]
  #next = 0
  readonly #roots = new Map<number, Uint8Array>()

  constructor(wanted: Iterable<number> = []) {
    this.#wanted = [...new Set(wanted)].toSorted((a, b) => a - b)
    this.#note()
  }

  /** Adds a leaf by its data. */
  add(data: Uint8Array): void {
    hashLeaf(data, this.#subtrees, 32 * this.#count++)
    for (let size = this.size; size % 2 === 1; size = (size - 1) / 2) {
      this.#count--
      const left = 32 * (this.#count - 1)
      hashNode(this.#subtrees, left, this.#subtrees, left + 32, this.#subtrees, left)
    }
    this.size++
    this.#note()
  }

  root(): Uint8Array {
    if (this.#count === 0) return sha256()
    const root = this.#subtrees.slice(32 * (this.#count - 1), 32 * this.#count)
    for (let left = this.#count - 2; left >= 0; left--) hashNode(this.#subtrees, 32 * left, root, 0, root, 0)
    return root
  }

  /** The root at one of the wanted sizes; null if the tree never had that size. */
  rootAt(size: number): Uint8Array | null {
    return this.#roots.get(size) ?? null
  }

  #note(): void {
    if (this.#wanted[this.#next] !== this.size) return
    this.#roots.set(this.size, this.root())
    this.#next++
  }
}

/** Reused for every hash, except of leaves with another length: a count hashes millions. */
const usualLeaf = new Uint8Array(33)
const node = Uint8Array.of(1, ...new Uint8Array(64))

function hashLeaf(data: Uint8Array, into: Uint8Array, at: number): void {
  const leaf = data.length === 32 ? usualLeaf : new Uint8Array(1 + data.length)
  leaf.set(data, 1)
  sha256Into(leaf, into, at)
}

function hashNode(
  left: Uint8Array,
  leftAt: number,
  right: Uint8Array,
  rightAt: number,
  into: Uint8Array,
  at: number,
): void {
  for (let i = 0; i < 32; i++) {
    node[1 + i] = left[leftAt + i] ?? 0
    node[33 + i] = right[rightAt + i] ?? 0
  }
  sha256Into(node, into, at)
}

export function leafHash(data: Uint8Array): Uint8Array {
  const hash = new Uint8Array(32)
  hashLeaf(data, hash, 0)
  return hash
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const hash = new Uint8Array(32)
  hashNode(left, 0, right, 0, hash, 0)
  return hash
}

/** Whether a proof of RFC 9162 (2.1.4) shows that a larger tree begins with all leaves of a smaller one. */
export function isConsistent(
  before: { size: number; root: Uint8Array },
  now: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (before.size === now.size) return proof.length === 0 && sameBytes(before.root, now.root)
  if (before.size === 0) return proof.length === 0 && sameBytes(before.root, sha256())
  if (before.size > now.size) return false
  const isWhole = Number.isInteger(Math.log2(before.size))
  const [first, ...rest] = isWhole ? [before.root, ...proof] : proof
  if (!first) return false
  let [from, to] = [before.size - 1, now.size - 1]
  const up = () => {
    from = Math.floor(from / 2)
    to = Math.floor(to / 2)
  }
  while (from % 2 === 1) up()
  let [old, grown] = [first, first]
  for (const hash of rest) {
    if (to === 0) return false
    if (from % 2 === 1 || from === to) {
      old = nodeHash(hash, old)
      grown = nodeHash(hash, grown)
      while (from % 2 === 0 && from > 0) up()
    } else grown = nodeHash(grown, hash)
    up()
  }
  return to === 0 && sameBytes(old, before.root) && sameBytes(grown, now.root)
}

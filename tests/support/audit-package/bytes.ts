import { hash } from 'node:crypto'
import type { Source } from '../../../verifier/zip.ts'

/** The hashes of docs/audit-package.md with Node's own functions: neither the site's code nor the verifier's. */

export const sha256 = (...parts: (Uint8Array | string)[]): Buffer =>
  hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part as string))), 'buffer')

export const idBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const leafHash = (data: Uint8Array): Buffer => sha256(Buffer.of(0), data)
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right)

/** Roots of the first so many leaves, for ascending sizes: complete subtrees are kept and joined as the tree grows. */
export function rootsAt(leaves: readonly Uint8Array[], sizes: readonly number[]): string[] {
  const peaks: { hash: Buffer; size: number }[] = []
  const roots: string[] = []
  let taken = 0
  for (const size of sizes) {
    for (; taken < size; taken++) {
      peaks.push({ hash: leafHash(leaves[taken]!), size: 1 })
      while (peaks.length > 1 && peaks.at(-1)!.size === peaks.at(-2)!.size) {
        const [right, left] = [peaks.pop()!, peaks.pop()!]
        peaks.push({ hash: nodeHash(left.hash, right.hash), size: left.size + right.size })
      }
    }
    const root =
      peaks.length === 0 ? sha256() : peaks.map((peak) => peak.hash).reduceRight((right, left) => nodeHash(left, right))
    roots.push(root.toString('hex'))
  }
  return roots
}

export const rootOf = (leaves: readonly Uint8Array[]): string => rootsAt(leaves, [leaves.length])[0]!

/** The proof of RFC 6962 (2.1.2) that the tree begins with its first so many leaves. */
export function consistencyProof(leaves: readonly Uint8Array[], from: number, isWhole = true): string[] {
  if (from === leaves.length) return isWhole ? [] : [rootOf(leaves)]
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return from <= split
    ? [...consistencyProof(left, from, isWhole), rootOf(right)]
    : [...consistencyProof(right, from - split, false), rootOf(left)]
}

export const commitmentOf = (election: string, service: string, nominee: string | null, nonce: Uint8Array): Buffer =>
  sha256(
    'slot/1\0',
    idBytes(election),
    Buffer.of(service.length),
    service,
    nominee ? idBytes(nominee) : Buffer.alloc(16),
    nonce,
  )

/** Random numbers that are the same for the same seed (mulberry32), so that a failure can be made again. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 up to, but not including, a number. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  pick<One>(list: readonly One[]): One {
    const one = list[this.below(list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }

  uuid(): string {
    return this.bytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
}

/** An archive in memory. */
export const bufferSource = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: async (at, length) => {
    if (at < 0 || at + length > bytes.length) throw new Error(`read of ${length} bytes at ${at}, beyond the end`)
    return new Uint8Array(bytes.subarray(at, at + length))
  },
})

/** How often each stands in the list. */
export function countsOf(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return counts
}

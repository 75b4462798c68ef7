import { hash } from 'node:crypto'

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

export const commitmentOf = (election: string, service: string, nominee: string | null, nonce: Uint8Array): Buffer =>
  sha256(
    'slot/1\0',
    idBytes(election),
    Buffer.of(service.length),
    service,
    nominee ? idBytes(nominee) : Buffer.alloc(16),
    nonce,
  )

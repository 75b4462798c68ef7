import { hashes, verify } from '@noble/ed25519'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as nobleSha256, sha512 } from '@noble/hashes/sha2.js'
import { fromHex, toBytes } from './bytes.ts'
import type { Hasher, VerifySignature } from './platform-node.ts'

/**
 * The same as platform-node.ts for a page, which carries the noble libraries in itself. SHA-256 is noble’s: a browser’s own
 * returns promises and takes no pieces, and a count has millions of hashes of a few dozen bytes. Ed25519 is the browser’s own
 * where it has one, which is much faster; else noble’s.
 */

/** For data that arrives in pieces. */
export const createSha256 = (): Hasher => nobleSha256.create()

export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hasher = nobleSha256.create()
  for (const part of parts) hasher.update(part)
  return new Uint8Array(hasher.digest())
}

/** A new hasher for each of millions costs more than the hashing, so one is reset from an unused one. */
const unused = nobleSha256.create()
const reused = nobleSha256.create()
const digest = new Uint8Array(32)

/** noble makes new views of what reaches over a block, so the 65 bytes of a tree’s node come in pieces that do not. */
const nodePieces = [new Uint8Array(63), new Uint8Array(1), new Uint8Array(1)] as const

export function sha256Into(bytes: Uint8Array, into: Uint8Array, at: number): void {
  unused._cloneInto(reused)
  if (bytes.length === 65) {
    for (let i = 0; i < 63; i++) nodePieces[0][i] = bytes[i] ?? 0
    nodePieces[1][0] = bytes[63] ?? 0
    nodePieces[2][0] = bytes[64] ?? 0
    for (const piece of nodePieces) reused.update(piece)
  } else reused.update(bytes)
  reused.digestInto(digest)
  into.set(digest, at)
}

export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hmac(nobleSha256, key, message))

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of ZIP archives, continuing that of the bytes before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let state = ~before
  for (let i = 0; i < bytes.length; i++) state = (state >>> 8) ^ (crcTable[(state ^ (bytes[i] ?? 0)) & 255] ?? 0)
  return ~state >>> 0
}

hashes.sha512 = sha512

/** Verifies Ed25519 (RFC 8032) with one key. With bytes that are no key, every signature is refused. */
export async function signaturesOf(key: Uint8Array<ArrayBuffer>): Promise<VerifySignature> {
  if (!(await browserKnowsEd25519())) return (message, signature) => fits(key, message, signature)
  const imported = await importKey(key).catch(() => null)
  if (!imported) return () => false
  return (message, signature) => crypto.subtle.verify('Ed25519', imported, signature, message)
}

function fits(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}

const importKey = (key: Uint8Array<ArrayBuffer>) => crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])

/** The second test vector of RFC 8032, 7.1, must verify, and must not for another message. */
const knownKey = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
const knownSignature =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
  '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'

let known: Promise<boolean> | undefined

/** False too if the browser offers no cryptography to a page opened from the disk. */
function browserKnowsEd25519(): Promise<boolean> {
  known ??= (async () => {
    const key = await importKey(fromHex(knownKey))
    const takes = (message: string) => crypto.subtle.verify('Ed25519', key, fromHex(knownSignature), toBytes(message))
    return (await takes('r')) && !(await takes('s'))
  })().catch(() => false)
  return known
}

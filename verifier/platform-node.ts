import { createHash, createHmac, createPublicKey, hash, verify } from 'node:crypto'

/**
 * Hashes, checksum and signatures from Node, for the commands; package.json chooses. A page uses platform-browser.ts.
 * Nothing here is secret, so nothing has to take constant time.
 */

export { crc32 } from 'node:zlib'

export interface Hasher {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

/** For data that arrives in pieces. */
export const createSha256 = (): Hasher => createHash('sha256')

export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hasher = createHash('sha256')
  for (const part of parts) hasher.update(part)
  return new Uint8Array(hasher.digest())
}

/** Hashes into an existing array, millions of times in a count. A text is cheaper for Node than a new buffer. */
export function sha256Into(bytes: Uint8Array, into: Uint8Array, at: number): void {
  const digest = hash('sha256', bytes, 'binary')
  for (let i = 0; i < 32; i++) into[at + i] = digest.charCodeAt(i)
}

export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac('sha256', key).update(message).digest())

export type VerifySignature = (
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean> | boolean

/** Verifies Ed25519 (RFC 8032) with one key. With bytes that are no key, every signature is refused. */
export async function signaturesOf(key: Uint8Array<ArrayBuffer>): Promise<VerifySignature> {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  try {
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    // With a callback it runs on another core while reading continues.
    return (message, signature) =>
      new Promise((resolve) => {
        verify(null, message, publicKey, signature, (error, fits) => resolve(!error && fits))
      })
  } catch {
    return () => false
  }
}

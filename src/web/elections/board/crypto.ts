import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { Crypto } from '#shared/elections/board/verify-board.ts'

hashes.sha512 = sha512

/**
 * Hashes and signatures in the browser. Not WebCrypto: it is missing on a site without https, and its Ed25519 on older phones.
 */
export const crypto: Crypto = {
  sha256,
  isSigned(publicKey, bytes, signature) {
    try {
      // As RFC 8032 and Node have it: `zip215` would take more.
      return verify(signature, bytes, publicKey, { zip215: false })
    } catch {
      return false
    }
  },
}

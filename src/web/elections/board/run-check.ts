import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import type { SiteKey } from '#web/elections/voting/ballot-storage.ts'
import { boardSource } from './api.ts'
import { checkReceipt, type ReceiptToCheck, type CheckOptions, type CheckResult } from './check-receipt.ts'
import type { BallotReceipt } from './receipt.ts'
import { type Crypto, commitmentsOf, isPromiseOf, isPromiseSigned, publicKeyFingerprint } from './verify-board.ts'

/** Everything that hashes and verifies, loaded only when there is a receipt to check. */

export const runCheck = (
  checked: ReceiptToCheck,
  how: Pick<CheckOptions, 'knownKey' | 'onProgress'>,
): Promise<CheckResult> => checkReceipt(crypto, boardSource(checked.electionId), checked, { ...how, pause: breathe() })

/** Whether the site's promise is signed with this key, and is about these choices. */
export const holdsPromise = (
  receipt: BallotReceipt,
  { publicKey, fingerprint }: SiteKey,
  { seats, choices }: { seats: readonly Seat[]; choices: Choices },
): boolean =>
  publicKeyFingerprint(crypto, publicKey) === fingerprint &&
  isPromiseSigned(crypto, receipt, publicKey) &&
  isPromiseOf(crypto, receipt, seats, choices)

export const commitments = (receipt: BallotReceipt, seats: readonly Seat[], choices: Choices): Uint8Array[] =>
  commitmentsOf(crypto, receipt, seats, choices)

/** About one frame: with longer blocks the page would stutter. */
const frameMs = 12

function breathe(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < frameMs) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
}

hashes.sha512 = sha512

/** Hashes and signatures in the browser. Not WebCrypto: it is missing without https, and its Ed25519 on older phones. */
export const crypto: Crypto = {
  sha256,
  isSigned(publicKey, bytes, signature) {
    try {
      // Strict as in RFC 8032 and Node: `zip215` would accept more.
      return verify(signature, bytes, publicKey, { zip215: false })
    } catch {
      return false
    }
  },
}

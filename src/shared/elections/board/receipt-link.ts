import type { Secret } from '../voting/secret.ts'
import { fromHex, joinBytes, toHex, uuidBytes, uuidText } from './bytes.ts'
import { secretBytes } from './leaves.ts'

/** What a voter keeps: the secret, and the site's signed promise to count the ballot. */
export interface Receipt {
  /** Of a rehearsal its own, which nobody knows any more once it is over. */
  electionId: string
  /** So that the receipt itself says what became of it. */
  rehearsal: boolean
  secret: Secret
  /** The hash of the ballot that the site promised to count. */
  ballot: string
  signature: string
}

/**
 * The receipt as the part of an address after `#`, which no browser sends to a server: version, marks, election, secret, ballot
 * and signature, in base64url. The QR code holds it.
 */
const version = 1
const rehearsalMark = 1
const places = { marks: 1, election: 2, secret: 18, ballot: 34, signature: 66, end: 130 } as const
const fragmentLength = Math.ceil((places.end * 4) / 3)

export function receiptFragment({ electionId, rehearsal, secret, ballot, signature }: Receipt): string {
  return toBase64Url(
    joinBytes(
      Uint8Array.of(version, rehearsal ? rehearsalMark : 0),
      uuidBytes(electionId),
      fromHex(secret),
      fromHex(ballot),
      fromHex(signature),
    ),
  )
}

export type ReadFragment =
  | { ok: true; receipt: Receipt }
  | { ok: false; why: 'damaged-link' | 'newer-link' | 'cut-link' }

/** What stands after `#`; anything that `receiptFragment` has not written is refused, with why. */
export function readReceiptFragment(fragment: string): ReadFragment {
  const text = fragment.replace(/^#/, '').trim()
  // As a message that broke off leaves it: the beginning is right, and the rest is missing.
  if (/^AQ[\w-]*$/.test(text) && text.length < fragmentLength) return { ok: false, why: 'cut-link' }
  const bytes = fromBase64Url(text)
  if (!bytes || bytes.length === 0) return { ok: false, why: 'damaged-link' }
  if ((bytes[0] ?? 0) > version) return { ok: false, why: 'newer-link' }
  const marks = bytes[places.marks] ?? 0
  if (bytes[0] !== version || marks > rehearsalMark || bytes.length !== places.end)
    return { ok: false, why: 'damaged-link' }
  const part = (from: number, to: number) => bytes.subarray(from, to)
  return {
    ok: true,
    receipt: {
      electionId: uuidText(part(places.election, places.secret)),
      rehearsal: marks === rehearsalMark,
      secret: toHex(part(places.secret, places.secret + secretBytes)),
      ballot: toHex(part(places.ballot, places.signature)),
      signature: toHex(part(places.signature, places.end)),
    },
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Without the padding, which an address does not need (RFC 4648, section 5). */
function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const digits = Math.min(bytes.length - at, 3) + 1
    for (let n = 0; n < digits; n++) text += alphabet[(three >> (18 - 6 * n)) & 63]
  }
  return text
}

/** Null for what `toBase64Url` does not write: other characters, an impossible length, or bits that belong to no byte. */
function fromBase64Url(text: string): Uint8Array | null {
  const rest = text.length % 4
  if (rest === 1 || text.length > 400) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let held = 0
  let bits = 0
  let at = 0
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    held = ((held << 6) | digit) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = held >> bits
    held &= (1 << bits) - 1
  }
  return held === 0 ? bytes : null
}

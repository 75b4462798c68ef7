import { fromHex, joinBytes, toHex, uuidBytes, uuidText } from '#shared/elections/board/bytes.ts'
import { secretBytes, type Secret } from '#shared/elections/board/leaves.ts'
import { betweenGroups, codeAlphabet, inCodeGroups } from '#shared/typed-text.ts'

/** What a voter keeps: the secret, and the site's signed promise to count the ballot. */
export interface BallotReceipt {
  /** For a rehearsal its own id, which is unknown once it is over. */
  electionId: string
  /** So that the receipt itself explains what became of it. */
  rehearsal: boolean
  secret: Secret
  /** The hash of the ballot the site promised to count. */
  ballot: string
  signature: string
}

/**
 * The receipt as the part of an address after `#`, which browsers never send to a server: version, flags, election, secret,
 * ballot and signature in base64url. The QR code holds it.
 */
const version = 1
const rehearsalMark = 1
const places = { marks: 1, election: 2, secret: 18, ballot: 34, signature: 66, end: 130 } as const
const fragmentLength = Math.ceil((places.end * 4) / 3)

export function receiptFragment({ electionId, rehearsal, secret, ballot, signature }: BallotReceipt): string {
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
  | { ok: true; receipt: BallotReceipt }
  | { ok: false; why: 'damaged-link' | 'newer-link' | 'cut-link' }

/** Reads the part after `#`; refuses, with a reason, anything that `receiptFragment` has not written. */
export function readReceiptFragment(fragment: string): ReadFragment {
  const text = fragment.replace(/^#/, '').trim()
  // A message that was cut off: the beginning is right, and the rest is missing.
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

/** Without padding, which an address does not need (RFC 4648, section 5). */
const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Null for anything `toBase64Url` does not write: other characters, an impossible length, or stray bits. */
function fromBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1 || text.length > 400 || !/^[\w-]*$/.test(text)) return null
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  return toBase64Url(bytes) === text ? bytes : null
}

/**
 * The secret of a receipt for typing from paper: 26 characters of Crockford's base 32, which has no look-alikes, and two check
 * characters, in seven groups of four.
 */
const dataLength = 26
export const codeLength = dataLength + 2
/** A prime above 26 x 31: every single wrong character, and every swap of two, changes the sum. */
const checkModulus = 1021

export function receiptCode(secret: Uint8Array): string {
  if (secret.length !== secretBytes) throw new RangeError('a secret has 16 bytes')
  let number = 0n
  for (const byte of secret) number = number * 256n + BigInt(byte)
  const values: number[] = []
  for (let n = 0; n < dataLength; n++, number /= 32n) values.unshift(Number(number % 32n))
  const sum = checkSum(values)
  return inCodeGroups([...values, sum >> 5, sum & 31].map((value) => codeAlphabet[value]).join(''))
}

export type ReadCode =
  | { ok: true; secret: Uint8Array }
  | { ok: false; why: 'wrong-length' | 'wrong-character' | 'wrong-check' }

/** Tolerates lower case, spaces and hyphens of any kind anywhere, O for zero, I or L for one. */
export function readReceiptCode(typed: string): ReadCode {
  const text = typed
    .slice(0, 200)
    .toUpperCase()
    .replaceAll(betweenGroups, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const all = [...text].map((character) => codeAlphabet.indexOf(character))
  if (all.includes(-1)) return { ok: false, why: 'wrong-character' }
  if (all.length !== codeLength) return { ok: false, why: 'wrong-length' }
  const values = all.slice(0, dataLength)
  const [high = 0, low = 0] = all.slice(dataLength)
  let number = values.reduce((sum, value) => sum * 32n + BigInt(value), 0n)
  if (checkSum(values) !== high * 32 + low || number >> 128n !== 0n) return { ok: false, why: 'wrong-check' }
  const secret = new Uint8Array(secretBytes)
  for (let at = secretBytes - 1; at >= 0; at--, number >>= 8n) secret[at] = Number(number & 255n)
  return { ok: true, secret }
}

const checkSum = (values: readonly number[]) =>
  values.reduce((sum, value, place) => sum + (place + 1) * value, 0) % checkModulus

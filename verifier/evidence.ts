import { fromHex, toHex } from './bytes.ts'
import { UnusableInput } from './problems.ts'

/** What the person has of their own, to be checked too. */
export interface Evidence {
  readonly fingerprint?: string
  readonly receipt?: Uint8Array
  readonly promise?: PromiseClaim
  readonly rollLine?: { readonly serial: string; readonly salt: Uint8Array }
  readonly collected?: readonly CollectedFile[]
}

export interface CollectedFile {
  readonly name: string
  readonly chunks: () => AsyncIterable<Uint8Array>
}

/** The site's promise to count a ballot, from the receipt, and whom the voter says they chose. */
export interface PromiseClaim {
  readonly election: string
  readonly secret: Uint8Array
  /** The hash of the ballot. */
  readonly ballot: string
  readonly signature: Uint8Array<ArrayBuffer>
  /** By the name of the seat, all in lower case: a name, an id or “blank”. */
  readonly choices: ReadonlyMap<string, string>
}

/** What people type; all of it is optional. */
export interface TypedEvidence {
  readonly fingerprint?: string | undefined
  readonly receipt?: string | undefined
  /** The text of a saved receipt. */
  readonly promise?: string | undefined
  readonly serial?: string | undefined
  readonly salt?: string | undefined
}

/** Reads it for the checks. Refuses, with a sentence, what cannot be right. */
export function readEvidence(typed: TypedEvidence, collected: readonly CollectedFile[]): Evidence {
  const { fingerprint, receipt, promise, serial, salt } = typed
  return {
    ...(collected.length > 0 && { collected }),
    ...(fingerprint !== undefined && readFingerprint(fingerprint)),
    ...(receipt !== undefined && readReceipt(receipt)),
    ...(promise !== undefined && readPromise(promise)),
    ...((serial ?? salt) !== undefined && readRollLine(serial ?? '', salt ?? '')),
  }
}

function readFingerprint(typed: string): Pick<Evidence, 'fingerprint'> {
  const fingerprint = typed.toLowerCase().replaceAll(/[\s:\p{Pd}]/gu, '')
  if (!/^[0-9a-f]{64}$/.test(fingerprint))
    throw new UnusableInput('A fingerprint has 64 digits and letters from a to f. Please compare it with your note.')
  return { fingerprint }
}

function readReceipt(typed: string): Pick<Evidence, 'receipt'> {
  const read = readReceiptCode(typed)
  if ('problem' in read) throw new UnusableInput(read.problem)
  return { receipt: read.secret }
}

function readRollLine(serial: string, salt: string): Pick<Evidence, 'rollLine'> {
  const digits = salt.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, '')
  if (!serial.trim()) throw new UnusableInput('Please enter the serial number that belongs to the private code.')
  if (!/^[0-9a-f]{32}$/.test(digits))
    throw new UnusableInput('A private code has 32 digits and letters from a to f. You find it on your profile.')
  return { rollLine: { serial, salt: fromHex(digits) } }
}

/**
 * The address that the QR code of a receipt holds: after `receipt#` version, marks, election, secret, ballot and signature in
 * base64url. Below it there may be lines that say what was chosen, such as `PA 1: Ana Cruz`.
 */
const receiptBytes = 130
const fragment = /(?:receipt#|^\s*)([\w-]{174})(?![\w-])/m

export function readPromise(file: string): Pick<Evidence, 'promise'> {
  const digits = fragment.exec(file)?.[1]
  if (digits === undefined)
    throw new UnusableInput('This is not a receipt with a promise: it must contain the whole address with “/receipt#”.')
  const text = atob(digits.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0))
  const [version, marks] = bytes
  if (version !== 1 || bytes.length !== receiptBytes)
    throw new UnusableInput('The receipt is damaged, or a newer version.')
  if (marks !== 0) throw new UnusableInput('The receipt is from a rehearsal, which is never counted.')
  const choices = new Map(
    Array.from(file.matchAll(/^([^:\n]+):[^\S\n]*(\S[^\n]*)$/gm), ([, slot = '', choice = '']) => [
      slot.trim().toLowerCase(),
      choice.trim().replaceAll(/\s+/g, ' ').toLowerCase(),
    ]),
  )
  const election = toHex(bytes.subarray(2, 18)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return {
    promise: {
      election,
      secret: bytes.slice(18, 34),
      ballot: toHex(bytes.subarray(34, 66)),
      signature: bytes.slice(66),
      choices,
    },
  }
}

/** The receipt's secret as a person types it: 26 characters of Crockford's base 32 and two check characters. */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const modulus = 1021

/** Spaces and hyphens of any kind, also those that cannot be seen. */
const betweenGroups = /[\s\p{Pd}\p{Cf}\u2043\u2212]+/gu

/** As it is printed: `abcdefgh` as `abcd-efgh`. What cannot be a code stays as it was typed. */
export function showReceiptCode(typed: string): string {
  const plain = typed.replaceAll(betweenGroups, '')
  return /^[\da-z]*$/i.test(plain) ? plain.replaceAll(/(.{4})(?!$)/g, '$1-') : typed
}

export function readReceiptCode(typed: string): { secret: Uint8Array<ArrayBuffer> } | { problem: string } {
  const plain = typed.toUpperCase().replaceAll(betweenGroups, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  if (plain.length !== 28) return { problem: `A receipt code has 28 characters; this one has ${plain.length}.` }
  const values = Array.from(plain, (character) => alphabet.indexOf(character))
  const strange = values.indexOf(-1)
  if (strange >= 0) return { problem: `Character ${strange + 1} cannot be in a receipt code.` }
  const [high = 0, low = 0] = values.slice(26)
  if (checkSum(values.slice(0, 26)) !== 32 * high + low) return { problem: mistyped }
  const number = values.slice(0, 26).reduce((sum, value) => (sum << 5n) | BigInt(value), 0n)
  if (number >> 128n) return { problem: mistyped }
  return { secret: Uint8Array.from({ length: 16 }, (_, i) => Number((number >> BigInt(8 * (15 - i))) & 255n)) }
}

const mistyped = 'A character of the receipt code is wrong, or two are swapped. Please compare it with your receipt.'

export function writeReceiptCode(secret: Uint8Array): string {
  const number = secret.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const values = Array.from({ length: 26 }, (_, i) => Number((number >> BigInt(5 * (25 - i))) & 31n))
  const sum = checkSum(values)
  return showReceiptCode([...values, sum >> 5, sum & 31].map((value) => alphabet.charAt(value)).join(''))
}

const checkSum = (values: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + (i + 1) * value, 0) % modulus

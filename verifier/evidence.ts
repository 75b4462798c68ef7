import { fromHex } from './bytes.ts'
import { Unusable } from './problems.ts'

/** What the person brings along. */
export interface Evidence {
  readonly fingerprint?: string
  readonly receipt?: Uint8Array
  readonly rollLine?: { readonly serial: string; readonly salt: Uint8Array }
  readonly collected?: readonly CollectedFile[]
}

export interface CollectedFile {
  readonly name: string
  readonly chunks: () => AsyncIterable<Uint8Array>
}

/** What people type, as the checks want it. What cannot be meant so is refused with a sentence. */

export function readFingerprint(typed: string): Pick<Evidence, 'fingerprint'> {
  const fingerprint = typed.toLowerCase().replaceAll(/[\s:-]/g, '')
  if (!/^[0-9a-f]{64}$/.test(fingerprint))
    throw new Unusable('A fingerprint has 64 digits and letters from a to f. Please compare it with your note.')
  return { fingerprint }
}

export function readReceipt(typed: string): Pick<Evidence, 'receipt'> {
  const read = readReceiptCode(typed)
  if ('problem' in read) throw new Unusable(read.problem)
  return { receipt: read.secret }
}

export function readRollLine(serial: string, salt: string): Pick<Evidence, 'rollLine'> {
  const digits = salt.toLowerCase().replaceAll(/[\s-]/g, '')
  if (!serial.trim()) throw new Unusable('Please give the serial number that belongs to the salt.')
  if (!/^[0-9a-f]{32}$/.test(digits))
    throw new Unusable('A salt has 32 digits and letters from a to f. It stands on your profile.')
  return { rollLine: { serial, salt: fromHex(digits) } }
}

/** The receipt's secret as a person types it: 26 characters of Crockford's base 32 and two that catch slips. */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const modulus = 1021

export function readReceiptCode(typed: string): { secret: Uint8Array<ArrayBuffer> } | { problem: string } {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0')
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
  const characters = [...values, sum >> 5, sum & 31].map((value) => alphabet.charAt(value)).join('')
  return characters.replaceAll(/(.{4})(?!$)/g, '$1-')
}

const checkSum = (values: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + (i + 1) * value, 0) % modulus

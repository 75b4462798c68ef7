import { secretBytes } from './leaves.ts'

/**
 * The secret of a receipt as it is typed from paper: 26 characters of Crockford's base 32, which has no look-alikes, and two
 * that catch a wrong or swapped character, in seven groups of four.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const dataLength = 26
export const codeLength = dataLength + 2
/** A prime above 26 x 31: no single character and no two that change places give the same sum. */
const checkModulus = 1021

export function receiptCode(secret: Uint8Array): string {
  if (secret.length !== secretBytes) throw new RangeError('a secret has 16 bytes')
  let number = 0n
  for (const byte of secret) number = number * 256n + BigInt(byte)
  const values: number[] = []
  for (let n = 0; n < dataLength; n++, number /= 32n) values.unshift(Number(number % 32n))
  const sum = checkSum(values)
  const code = [...values, sum >> 5, sum & 31].map((value) => alphabet[value]).join('')
  return code.match(/.{4}/g)?.join('-') ?? code
}

export type ReadCode =
  | { ok: true; secret: Uint8Array }
  | { ok: false; why: 'wrong-length' | 'wrong-character' | 'wrong-check' }

/** As people type: small letters, spaces or hyphens anywhere, O for zero, I or L for one. */
export function readReceiptCode(typed: string): ReadCode {
  const text = typed
    .slice(0, 200)
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const all = [...text].map((character) => alphabet.indexOf(character))
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

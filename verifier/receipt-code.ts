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

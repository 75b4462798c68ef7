import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 in base64, which is how the account library signs the cookies it sets. */
export function signature(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64')
}

export const signValue = (key: string, value: string): string => `${value}.${signature(key, value)}`

/** The value, if the signature behind its last dot is ours. */
export function readSigned(key: string, signed: string | undefined): string | null {
  if (!signed || signed.length > 2048) return null
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return null
  const value = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1))
  const expected = Buffer.from(signature(key, value))
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
}

/** A short name for something that must not be stored in the clear, such as an address. */
export function keyedHash(key: string, purpose: string, value: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${value}`).digest('base64url').slice(0, 22)
}

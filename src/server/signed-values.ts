import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const signature = (key: string, purpose: string, value: string): string =>
  createHmac('sha256', key).update(`${purpose}\0${value}`).digest('base64')

/** A signature for one purpose is invalid for another. */
export const signValue = (key: string, purpose: string, value: string): string =>
  `${value}.${signature(key, purpose, value)}`

/** Returns the value if the signature after its last dot is ours. */
export function readSignedValue(key: string, purpose: string, signed: string | undefined): string | null {
  if (!signed || signed.length > 2048) return null
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return null
  const value = signed.slice(0, dot)
  const sent = Buffer.from(signed.slice(dot + 1))
  const expected = Buffer.from(signature(key, purpose, value))
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? value : null
}

/** A short hash that stands for something that must not be stored in the clear, such as an address. */
export function keyedHash(key: string, purpose: string, value: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${value}`).digest('base64url').slice(0, 22)
}

const sealingKey = (key: string) => createHash('sha256').update(`sealed\0${key}`).digest()

/**
 * Encrypts what the site must read again but nobody with its database alone (AES-256-GCM). A value sealed for one
 * place, `of`, does not open in another, so copying it into somebody else's row is useless.
 */
export function sealValue(key: string, of: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce).setAAD(Buffer.from(of))
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64')
}

/** Throws if the value was not sealed with this key and for this place. */
export function unsealValue(key: string, of: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

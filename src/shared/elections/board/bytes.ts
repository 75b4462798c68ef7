/** SHA-256, by the fastest means of the platform. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** Browsers and Node both have it; the language itself does not. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Every hash starts with its own label, ended by a zero byte, so that no value can be passed off as another. */
export const domainLabel = (name: string): Uint8Array => utf8(`${name}\0`)

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += digits[byte]
  return hex
}

/** Accepts only what `toHex` writes. */
export function fromHex(hex: string): Uint8Array {
  if (hex.length % 2 !== 0) throw new RangeError('not hexadecimal digits')
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = digitAt(hex, 2 * at) * 16 + digitAt(hex, 2 * at + 1)
  return bytes
}

function digitAt(hex: string, place: number): number {
  const code = hex.charCodeAt(place)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x61 && code <= 0x66) return code - 0x57
  throw new RangeError('not hexadecimal digits')
}

export const uuidBytes = (id: string): Uint8Array => fromHex(id.replaceAll('-', ''))

export const uuidText = (bytes: Uint8Array): string => hyphenated(toHex(bytes))

/** A UUID from its digits. */
export function hyphenated(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Like `Buffer.compare`: by the first byte that differs. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length)
  for (let at = 0; at < common; at++) if (a[at] !== b[at]) return (a[at] ?? 0) - (b[at] ?? 0)
  return a.length - b.length
}

/** In the order of `compareBytes`. The first bytes are compared as one number, which is much faster. */
export function sortByBytes<Item>(items: readonly Item[], bytesOf: (item: Item) => Uint8Array): Item[] {
  const keyed = items.map((item) => {
    const bytes = bytesOf(item)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes
    return { item, bytes, first: ((a * 256 + b) * 256 + c) * 2 ** 24 + ((d * 256 + e) * 256 + f) }
  })
  return keyed.toSorted((a, b) => a.first - b.first || compareBytes(a.bytes, b.bytes)).map(({ item }) => item)
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => compareBytes(a, b) === 0

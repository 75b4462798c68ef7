/** Bytes and their written forms, for Node and browsers alike. */

const digits = '0123456789abcdef'
const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const toBytes = (text: string): Uint8Array<ArrayBuffer> => utf8.encode(text)

/** Throws what `wrong` makes if the bytes are not UTF-8. */
export function toText(bytes: Uint8Array, wrong: () => Error): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw wrong()
  }
}

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += digits.charAt(byte >> 4) + digits.charAt(byte & 15)
  return text
}

/** Accepts only lower-case digits, so that each value has one spelling. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new RangeError('not hexadecimal')
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}

export const uuidBytes = (uuid: string): Uint8Array<ArrayBuffer> => fromHex(uuid.replaceAll('-', ''))

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Below zero if `a` comes first. Both must have the same length. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0)
  return 0
}

/** The value of each hexadecimal digit, by its character; 255 for other characters. */
const digitValues = new Uint8Array(256).fill(255)
for (let value = 0; value < 16; value++) digitValues[digits.charCodeAt(value)] = value

/** Reads `into.length` bytes from hexadecimal digits in a line. Returns false for other characters. */
export function readHex(line: Uint8Array, at: number, into: Uint8Array): boolean {
  if (at + 2 * into.length > line.length) return false
  for (let i = 0; i < into.length; i++) {
    const high = digitValues[line[at + 2 * i] ?? 0] ?? 255
    const low = digitValues[line[at + 2 * i + 1] ?? 0] ?? 255
    if ((high | low) > 15) return false
    into[i] = (high << 4) | low
  }
  return true
}

const lineEnd = 10

/**
 * Calls `onLine` with every line and its number, from 1, and waits for a promise it returns. A line is a view that is
 * valid only during the call. Returns the text after the last line end, which is empty in a complete file. `tooLong`
 * throws.
 */
export async function eachLine(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
  tooLong: (line: number) => never,
  onLine: (line: Uint8Array, number: number) => Promise<void> | void,
): Promise<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0)
  let number = 1
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      const piece = chunk.subarray(start, end)
      const line = rest.length > 0 ? joined(rest, piece) : piece
      if (line.length > longest) tooLong(number)
      const wait = onLine(line, number)
      if (wait) await wait
      number++
      rest = rest.length > 0 ? new Uint8Array(0) : rest
      start = end + 1
    }
    rest = rest.length > 0 ? joined(rest, chunk.subarray(start)) : chunk.slice(start)
    if (rest.length > longest) tooLong(number)
  }
  return rest
}

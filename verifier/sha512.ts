import { rootFraction, smallPrimes } from './root-fractions.ts'

const mask64 = (1n << 64n) - 1n
const start = smallPrimes(8).map((prime) => rootFraction(prime, 2n, 64n))
const constants = smallPrimes(80).map((prime) => rootFraction(prime, 3n, 64n))

const rotate = (value: bigint, by: bigint): bigint => ((value >> by) | (value << (64n - by))) & mask64

/** SHA-512 (FIPS 180-4), which Ed25519 hashes with. Plain rather than fast: it is for a browser without Ed25519. */
export function sha512(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 17) / 128) * 128)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  const state = [...start]
  for (let at = 0; at < padded.length; at += 128) {
    const w: bigint[] = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + 8 * i))
    for (let i = 16; i < 80; i++) {
      const x = w[i - 15] ?? 0n
      const y = w[i - 2] ?? 0n
      const s0 = rotate(x, 1n) ^ rotate(x, 8n) ^ (x >> 7n)
      const s1 = rotate(y, 19n) ^ rotate(y, 61n) ^ (y >> 6n)
      w.push(((w[i - 16] ?? 0n) + s0 + (w[i - 7] ?? 0n) + s1) & mask64)
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state
    for (const [i, word] of w.entries()) {
      const s1 = rotate(e, 14n) ^ rotate(e, 18n) ^ rotate(e, 41n)
      const t1 = h + s1 + ((e & f) ^ (~e & mask64 & g)) + (constants[i] ?? 0n) + word
      const s0 = rotate(a, 28n) ^ rotate(a, 34n) ^ rotate(a, 39n)
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & mask64, c, b, a, (t1 + t2) & mask64]
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0n) + value) & mask64
  }
  const digest = new DataView(new ArrayBuffer(64))
  for (const [i, value] of state.entries()) digest.setBigUint64(8 * i, value)
  return new Uint8Array(digest.buffer)
}

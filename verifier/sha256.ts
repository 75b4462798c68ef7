import { rootFraction, smallPrimes } from './root-fractions.ts'

/**
 * SHA-256 (FIPS 180-4). A count has millions of hashes of a few dozen bytes; calling the platform for each takes longer than
 * hashing them here, and a browser's own one answers only by promise.
 */

const start = Int32Array.from(smallPrimes(8), (prime) => Number(BigInt.asIntN(32, rootFraction(prime, 2n, 32n))))
const constants = Int32Array.from(smallPrimes(64), (prime) => Number(BigInt.asIntN(32, rootFraction(prime, 3n, 32n))))

const schedule = new Int32Array(64)

function compress(state: Int32Array, bytes: Uint8Array, at: number): void {
  const w = schedule
  for (let i = 0, j = at; i < 16; i++, j += 4)
    w[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = (state[0]! + a) | 0
  state[1] = (state[1]! + b) | 0
  state[2] = (state[2]! + c) | 0
  state[3] = (state[3]! + d) | 0
  state[4] = (state[4]! + e) | 0
  state[5] = (state[5]! + f) | 0
  state[6] = (state[6]! + g) | 0
  state[7] = (state[7]! + h) | 0
}

/** Hashes what comes in pieces. */
export class Sha256 {
  #state = Int32Array.from(start)
  #block = new Uint8Array(64)
  #filled = 0
  #length = 0

  update(bytes: Uint8Array): this {
    let at = 0
    this.#length += bytes.length
    if (this.#filled > 0) {
      at = Math.min(64 - this.#filled, bytes.length)
      this.#block.set(bytes.subarray(0, at), this.#filled)
      this.#filled += at
      if (this.#filled < 64) return this
      compress(this.#state, this.#block, 0)
    }
    for (; at + 64 <= bytes.length; at += 64) compress(this.#state, bytes, at)
    this.#block.set(bytes.subarray(at))
    this.#filled = bytes.length - at
    return this
  }

  digest(): Uint8Array<ArrayBuffer> {
    const digest = new Uint8Array(32)
    finish(this.#state, this.#block, this.#filled, this.#length)
    writeDigest(this.#state, digest, 0)
    return digest
  }
}

/** Pads the rest of a message and takes it in. */
function finish(state: Int32Array, block: Uint8Array, filled: number, length: number): void {
  block[filled] = 0x80
  block.fill(0, filled + 1)
  if (filled >= 56) {
    compress(state, block, 0)
    block.fill(0)
  }
  const view = new DataView(block.buffer, block.byteOffset)
  view.setUint32(56, Math.floor(length / 0x2000_0000))
  view.setUint32(60, (length << 3) >>> 0)
  compress(state, block, 0)
}

function writeDigest(state: Int32Array, into: Uint8Array, at: number): void {
  for (let i = 0; i < 8; i++) {
    const word = state[i]!
    into[at + 4 * i] = word >>> 24
    into[at + 4 * i + 1] = word >>> 16
    into[at + 4 * i + 2] = word >>> 8
    into[at + 4 * i + 3] = word
  }
}

export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const hash = new Sha256()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const onceState = new Int32Array(8)
const onceBlock = new Uint8Array(64)

/** `sha256` of one short piece, written into a place that is there already: what a count does millions of times. */
export function sha256Into(bytes: Uint8Array, length: number, into: Uint8Array, at: number): void {
  onceState.set(start)
  let done = 0
  for (; done + 64 <= length; done += 64) compress(onceState, bytes, done)
  for (let i = done; i < length; i++) onceBlock[i - done] = bytes[i]!
  finishShort(length - done, length)
  writeDigest(onceState, into, at)
}

/** As `finish`, for fewer than 2^29 bytes and without making a view. */
function finishShort(filled: number, length: number): void {
  onceBlock[filled] = 0x80
  onceBlock.fill(0, filled + 1)
  if (filled >= 56) {
    compress(onceState, onceBlock, 0)
    onceBlock.fill(0)
  }
  onceBlock[60] = length >>> 21
  onceBlock[61] = length >>> 13
  onceBlock[62] = length >>> 5
  onceBlock[63] = length << 3
  compress(onceState, onceBlock, 0)
}

/** HMAC (RFC 2104) with a key of at most 64 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = (value: number) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ value)
  return sha256(padded(0x5c), sha256(padded(0x36), message))
}

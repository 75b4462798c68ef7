import { sha512 } from './sha512.ts'

/**
 * Verifying Ed25519 signatures (RFC 8032) with nothing but whole numbers, for browsers that have no Ed25519 of their own.
 * Nothing here is secret, so nothing here needs to take equal time.
 */

const p = 2n ** 255n - 19n
/** Order of the base point. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n

const mod = (value: bigint): bigint => {
  const rest = value % p
  return rest < 0n ? rest + p : rest
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base, left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % p
    square = (square * square) % p
  }
  return result
}

const inverse = (value: bigint): bigint => power(value, p - 2n)

const d = mod(-121665n * inverse(121666n))
const rootOfMinusOne = power(2n, (p - 1n) / 4n)

/** Extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. */
type Point = readonly [X: bigint, Y: bigint, Z: bigint, T: bigint]

const neutral: Point = [0n, 1n, 1n, 0n]

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = ((y1 - x1) * (y2 - x2)) % p
  const b = ((y1 + x1) * (y2 + x2)) % p
  const c = (2n * t1 * t2 * d) % p
  const dd = (2n * z1 * z2) % p
  const [e, f, g, h] = [b - a, dd - c, dd + c, b + a]
  return [(e * f) % p, (g * h) % p, (f * g) % p, (e * h) % p]
}

function double([x, y, z]: Point): Point {
  const a = (x * x) % p
  const b = (y * y) % p
  const c = (2n * z * z) % p
  const h = a + b
  const e = h - (x + y) * (x + y)
  const g = a - b
  const f = c + g
  return [(e * f) % p, (g * h) % p, (f * g) % p, (e * h) % p]
}

const negate = ([x, y, z, t]: Point): Point => [-x, y, z, -t]

const littleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)

/** Null for bytes that are no point, or a point's second spelling. */
function decode(bytes: Uint8Array): Point | null {
  if (bytes.length !== 32) return null
  const number = littleEndian(bytes)
  const sign = number >> 255n
  const y = number & ((1n << 255n) - 1n)
  if (y >= p) return null
  const u = mod(y * y - 1n)
  const v = mod(d * y * y + 1n)
  let x = mod(u * power(v, 3n) * power(mod(u * power(v, 7n)), (p - 5n) / 8n))
  if (mod(v * x * x) === mod(-u)) x = mod(x * rootOfMinusOne)
  else if (mod(v * x * x) !== u) return null
  if (x === 0n && sign === 1n) return null
  if ((x & 1n) !== sign) x = p - x
  return [x, y, 1n, mod(x * y)]
}

function encode([x, y, z]: Point): Uint8Array {
  const scale = inverse(mod(z))
  const affineX = mod(x * scale)
  let number = mod(y * scale) | ((affineX & 1n) << 255n)
  return Uint8Array.from({ length: 32 }, () => {
    const byte = Number(number & 255n)
    number >>= 8n
    return byte
  })
}

const base = decode(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 0x58 : 0x66)))

/** A key that fits only a signature made with its secret: with a point of small order, anybody's would fit. */
export function isSoundKey(key: Uint8Array): boolean {
  const point = decode(key)
  if (!point) return false
  const [x, y, z] = double(double(double(point)))
  return mod(x) !== 0n || mod(y) !== mod(z)
}

export function verifyEd25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64 || !base) return false
  const point = decode(key)
  const encodedR = signature.subarray(0, 32)
  const s = littleEndian(signature.subarray(32))
  if (!point || s >= order) return false
  const hashed = new Uint8Array(64 + message.length)
  hashed.set(encodedR)
  hashed.set(key, 32)
  hashed.set(message, 64)
  const k = littleEndian(sha512(hashed)) % order
  const minusKey = negate(point)
  const both = add(base, minusKey)
  let sum = neutral
  for (let bit = 252n; bit >= 0n; bit--) {
    sum = double(sum)
    const [ofBase, ofKey] = [(s >> bit) & 1n, (k >> bit) & 1n]
    if (ofBase && ofKey) sum = add(sum, both)
    else if (ofBase) sum = add(sum, base)
    else if (ofKey) sum = add(sum, minusKey)
  }
  const expected = encode(sum)
  return encodedR.every((byte, i) => byte === expected[i])
}

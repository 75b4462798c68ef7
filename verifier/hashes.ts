import { joined, toBytes } from './bytes.ts'
import { hmacSha256, sha256 } from './sha256.ts'

/** The hashes of docs/audit-package.md. Each begins with a label of its own, so that no value can stand for another. */

/** A statement is signed, and hashed, as its type, a zero byte and its text. */
export const signedBytes = (type: string, text: string): Uint8Array<ArrayBuffer> => toBytes(`${type}\0${text}`)

/** The bytes that a leaf's commitment is the hash of; the nominee and the nonce are the last 32. */
export function commitmentInput(election: Uint8Array, service: string): Uint8Array<ArrayBuffer> {
  const name = toBytes(service)
  return joined(toBytes('slot/1\0'), election, Uint8Array.of(name.length), name, new Uint8Array(32))
}

/** What hides a ballot's choice for one of the seats, from the receipt's secret. */
export const seatNonce = (secret: Uint8Array, election: Uint8Array, seat: number): Uint8Array<ArrayBuffer> =>
  hmacSha256(secret, joined(toBytes('slot-nonce/1\0'), election, Uint8Array.of(seat >> 8, seat & 255))).slice(0, 16)

export const rollLineOf = (election: Uint8Array, salt: Uint8Array, serial: string): Uint8Array<ArrayBuffer> =>
  sha256(toBytes('roll/1\0'), election, salt, toBytes(serial.replaceAll(/\s+/g, '').toUpperCase()))

export const participationLabel: Uint8Array<ArrayBuffer> = toBytes('participation/1\0')

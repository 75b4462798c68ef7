import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { compareBytes, joinBytes, domainLabel, utf8, uuidBytes, type Sha256 } from './bytes.ts'

/**
 * The secret of a receipt, as 32 hexadecimal digits: 128 random bits from the voter's own browser. The ballot's leaves are
 * derived from it, and it identifies a repeated request.
 */
export type Secret = string

/** The maximum number of seats on a ballot; each gives a leaf. */
export const maxSeats = 50

/** For a seat left blank. */
export const blankId = '00000000-0000-0000-0000-000000000000'

export const isSecret = (value: string): value is Secret => /^[0-9a-f]{32}$/.test(value)

/** 128 random bits from the voter's own browser: only their holder can derive the ballot's leaves. */
export const secretBytes = 16
const nonceBytes = 16

/** One seat of one ballot, as it appears on the board. */
export interface Leaf {
  service: string
  /** Null for a seat left blank. */
  nomineeId: string | null
  nonce: Uint8Array
  commitment: Uint8Array
}

const blank = new Uint8Array(16)

/** The common prefix of an election's leaves is built once and reused: counting makes millions of leaves. */
export function createLeafMaker(sha256: Sha256, electionId: string) {
  const election = uuidBytes(electionId)
  const nominees = new Map<string, Uint8Array>()
  const inputs = new Map<string, { bytes: Uint8Array; nomineeAt: number; nonceAt: number }>()

  function inputFor(service: string) {
    const known = inputs.get(service)
    if (known) return known
    const name = utf8(service)
    const beginning = joinBytes(domainLabel('slot/1'), election, Uint8Array.of(name.length), name)
    const nomineeAt = beginning.length
    const nonceAt = nomineeAt + blank.length
    const made = { bytes: joinBytes(beginning, blank, new Uint8Array(nonceBytes)), nomineeAt, nonceAt }
    inputs.set(service, made)
    return made
  }

  function bytesOf(nomineeId: string): Uint8Array {
    const known = nominees.get(nomineeId) ?? uuidBytes(nomineeId)
    nominees.set(nomineeId, known)
    return known
  }

  function commitmentOf(service: string, nomineeId: string | null, nonce: Uint8Array): Uint8Array {
    const { bytes, nomineeAt, nonceAt } = inputFor(service)
    bytes.set(nomineeId === null ? blank : bytesOf(nomineeId), nomineeAt)
    bytes.set(nonce, nonceAt)
    return sha256(bytes)
  }

  const message = joinBytes(domainLabel('slot-nonce/1'), election, new Uint8Array(2))
  /** The nonce for the seat at this position of the ballot. */
  function nonces(secret: Uint8Array): (place: number) => Uint8Array {
    const keyed = hmac(sha256, secret, message.length)
    return (place) => {
      message[message.length - 2] = place >> 8
      message[message.length - 1] = place & 255
      return keyed(message).subarray(0, nonceBytes)
    }
  }

  return {
    commitmentOf,
    nonces,
    /** One leaf per seat, in the order of the seats. */
    leavesOf(seats: readonly Seat[], secret: Uint8Array, choices: Choices): Leaf[] {
      const nonceAt = nonces(secret)
      return seats.map(({ ms: service }, place) => {
        const nomineeId = choices[place] ?? null
        const nonce = nonceAt(place)
        return { service, nomineeId, nonce, commitment: commitmentOf(service, nomineeId, nonce) }
      })
    },
  }
}
export type LeafMaker = ReturnType<typeof createLeafMaker>

const ballotLabel = domainLabel('ballot/1')

/** What the site promises to count: all commitments of a ballot, in an order that reveals nothing about the seats. */
export const ballotHash = (sha256: Sha256, commitments: readonly Uint8Array[]): Uint8Array =>
  sha256(joinBytes(ballotLabel, ...commitments.toSorted(compareBytes)))

const blockBytes = 64
const hashBytes = 32

/** HMAC-SHA-256 (RFC 2104) of messages of one length, with the key prepared once. No key here is longer than a block. */
export function hmac(sha256: Sha256, key: Uint8Array, messageBytes: number): (message: Uint8Array) => Uint8Array {
  const inner = new Uint8Array(blockBytes + messageBytes).fill(0x36, 0, blockBytes)
  const outer = new Uint8Array(blockBytes + hashBytes).fill(0x5c, 0, blockBytes)
  for (let at = 0; at < key.length; at++) {
    const byte = key[at] ?? 0
    inner[at] = 0x36 ^ byte
    outer[at] = 0x5c ^ byte
  }
  return (message) => {
    inner.set(message, blockBytes)
    outer.set(sha256(inner), blockBytes)
    return sha256(outer)
  }
}

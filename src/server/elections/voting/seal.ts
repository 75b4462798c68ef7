import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { Choices } from '#shared/elections/voting/ballot.ts'
import type { Secret } from '#shared/elections/board/leaves.ts'

/** Whose ballot it is: a sealed ballot moved to another row does not open. */
export interface BallotOf {
  electionId: string
  voterId: string
  /** Who put it in for the voter; missing for the voter's own. So a proxy is never taken for the voter's own ballot, nor for one that waits. */
  by?: ProxyCast | ProxyRequest | null
}

/** A proxy ballot in the box. */
interface ProxyCast {
  proxyBy: string
  confirmedBy: string | null
}
/** One that waits for a second administrator. */
interface ProxyRequest {
  askedBy: string
}

export interface OpenBallot {
  secret: Secret
  choices: Choices
}

const ivBytes = 12
const tagBytes = 16
const blank = '0'.repeat(32)

/**
 * AES-256-GCM over a text of fixed length, whatever was chosen: the length of a sealed ballot does not tell how many lines
 * were left blank.
 */
export function seal(key: Buffer, whose: BallotOf, { secret, choices }: OpenBallot): Buffer {
  const plain = Buffer.from(secret + choices.map((chosen) => chosen?.replaceAll('-', '') ?? blank).join(''), 'hex')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', readied(key), iv).setAAD(address(whose))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key is not the one it was sealed with, the row is not its own, or a bit was changed. */
export function open(key: Buffer, whose: BallotOf, sealed: Buffer): OpenBallot {
  const decipher = createDecipheriv('aes-256-gcm', readied(key), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(address(whose))
    .setAuthTag(sealed.subarray(-tagBytes))
  const hex = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('hex')
  const choices: (string | null)[] = []
  for (let at = 32; at < hex.length; at += 32) choices.push(asChoice(hex.slice(at, at + 32)))
  return { secret: hex.slice(0, 32), choices }
}

/** To ready a key takes twice as long as to seal with it. What is readied is forgotten with the key. */
const ready = new WeakMap<Buffer, KeyObject>()
function readied(key: Buffer): KeyObject {
  const found = ready.get(key) ?? createSecretKey(key)
  ready.set(key, found)
  return found
}

const address = ({ electionId, voterId, by }: BallotOf) =>
  Buffer.from(`${electionId} ${voterId} ballot${by ? actorsOf(by) : ''}`)

const actorsOf = (by: ProxyCast | ProxyRequest): string =>
  'askedBy' in by ? ` asked for by ${by.askedBy}` : ` by proxy ${by.proxyBy} ${by.confirmedBy ?? 'alone'}`

/** As it stands in the box. */
export const castBy = (row: { proxy_by: string | null; confirmed_by: string | null }): ProxyCast | null =>
  row.proxy_by === null ? null : { proxyBy: row.proxy_by, confirmedBy: row.confirmed_by }

const asChoice = (hex: string): string | null =>
  hex === blank
    ? null
    : [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')

/** Null for one that does not open. */
export function tryToOpen(key: Buffer, whose: BallotOf, sealed: Buffer): OpenBallot | null {
  try {
    return open(key, whose, sealed)
  } catch {
    return null
  }
}

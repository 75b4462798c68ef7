import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { fromHex, toHex, uuidBytes } from './bytes.ts'
import { ballotHash, createLeafMaker, isSecret } from './leaves.ts'

const election = '0f8fad5b-d9cb-469f-a165-70867728950e'
const nominee = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const { seats } = defaultElection
const secret = fromHex('000102030405060708090a0b0c0d0e0f')
const maker = createLeafMaker(sha256, election)

/** As the description of the audit package has it, by other means. */
function expectedNonce(place: number) {
  const u16 = Buffer.from([Math.floor(place / 256), place % 256])
  const message = Buffer.concat([Buffer.from('slot-nonce/1\0'), uuidBytes(election), u16])
  return hmac(sha256, secret, message).subarray(0, 16)
}
function expectedLeaf(place: number, service: string, chosen: string | null) {
  const nonce = expectedNonce(place)
  const commitment = sha256
    .create()
    .update(Buffer.from('slot/1\0'))
    .update(uuidBytes(election))
    .update(Buffer.from([service.length]))
    .update(Buffer.from(service))
    .update(chosen ? uuidBytes(chosen) : Buffer.alloc(16))
    .update(nonce)
    .digest()
  return { service, nomineeId: chosen, nonce: toHex(nonce), commitment: toHex(commitment) }
}

// Shows receipt-01, board-03
test('one leaf for each seat, blanks too, as the description has them', () => {
  const choices = seats.map((_, place) => (place % 2 === 0 ? nominee : null))
  const leaves = maker.leavesOf(seats, secret, choices)
  expect(leaves.map((leaf) => ({ ...leaf, nonce: toHex(leaf.nonce), commitment: toHex(leaf.commitment) }))).toEqual(
    seats.map(({ ms }, place) => expectedLeaf(place, ms, choices[place] ?? null)),
  )
  const nonceAt = maker.nonces(secret)
  for (const place of [255, 256, 770]) expect(toHex(nonceAt(place))).toBe(toHex(expectedNonce(place)))
})

// Shows board-03
test('another secret, election, seat or choice is another commitment', () => {
  const all = new Set<string>()
  for (const r of [secret, crypto.getRandomValues(new Uint8Array(16))])
    for (const made of [maker, createLeafMaker(sha256, nominee)])
      for (const choices of [seats.map(() => nominee), seats.map(() => null)])
        for (const { commitment } of made.leavesOf(seats, r, choices)) all.add(toHex(commitment))
  expect(all.size).toBe(2 * 2 * 2 * seats.length)
})

// Shows receipt-01
test('the promise is about all leaves of a ballot, whatever their order', () => {
  const commitments = maker.leavesOf(seats, secret, []).map(({ commitment }) => commitment)
  const whole = toHex(ballotHash(sha256, commitments))
  expect(toHex(ballotHash(sha256, commitments.toReversed()))).toBe(whole)
  expect(toHex(ballotHash(sha256, commitments.slice(1)))).not.toBe(whole)
})

test.each([
  ['0123456789abcdef0123456789abcdef', true],
  ['0123456789ABCDEF0123456789ABCDEF', false],
  ['0123456789abcdef0123456789abcde', false],
  ['0123456789abcdef0123456789abcdef0', false],
  ['0123456789abcdef0123456789abcdeg', false],
  ['', false],
])('%j is the secret of a receipt: %s', (value, is) => {
  expect(isSecret(value)).toBe(is)
})

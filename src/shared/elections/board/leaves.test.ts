import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { fromHex, toHex, uuidBytes } from './bytes.ts'
import { ballotHash, createLeafMaker } from './leaves.ts'

const election = '0f8fad5b-d9cb-469f-a165-70867728950e'
const nominee = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const { seats } = defaultElection
const secret = fromHex('000102030405060708090a0b0c0d0e0f')
const maker = createLeafMaker(sha256, election)

/** As the description of the audit package has it, by other means. */
function expectedLeaf(place: number, service: string, chosen: string | null) {
  const message = Buffer.concat([Buffer.from('slot-nonce/1\0'), uuidBytes(election), Buffer.from([0, place])])
  const nonce = hmac(sha256, secret, message).subarray(0, 16)
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

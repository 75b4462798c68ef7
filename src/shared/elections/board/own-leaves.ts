import type { Seat } from '../voting/ballot.ts'
import { sameBytes } from './bytes.ts'
import { createLeafMaker, type Leaf } from './leaves.ts'
import type { FrozenNominee } from './statements.ts'
import type { Crypto } from './verify-board.ts'

interface Ballot {
  electionId: string
  secret: Uint8Array
  seats: readonly Seat[]
  nominees: readonly FrozenNominee[]
}

/**
 * Every leaf that a secret could have given: for each seat one per nominee of its service, and a blank. So the own leaves are
 * found before their openings are published, and whatever was made of the ballot is seen.
 */
export function ownLeaves({ sha256 }: Pick<Crypto, 'sha256'>, { electionId, secret, seats, nominees }: Ballot) {
  const maker = createLeafMaker(sha256, electionId)
  const nonceAt = maker.nonces(secret)
  const nonces = seats.map((_, place) => nonceAt(place))
  const possible = new Map<number, (Leaf & { place: number })[]>()
  for (const [place, nonce] of nonces.entries()) {
    const service = seats[place]?.ms ?? ''
    const choices = [null, ...nominees.filter((one) => one.service === service).map(({ id }) => id)]
    for (const nomineeId of choices) {
      const commitment = maker.commitmentOf(service, nomineeId, nonce)
      const start = firstBytes(commitment, 0)
      possible.set(start, [...(possible.get(start) ?? []), { place, service, nomineeId, nonce, commitment }])
    }
  }
  const found: (Leaf | undefined)[] = seats.map(() => undefined)

  return {
    nonces,
    /** Nonces of seats that do not exist: they look like any other, and are the same at every check. */
    decoyNonce: (n: number) => nonceAt(seats.length + n),
    /** Notes it if this leaf is one of them. `bytes` may hold many leaves: `at` is where this one begins. */
    note(bytes: Uint8Array, at = 0): boolean {
      const candidates = possible.get(firstBytes(bytes, at))
      const own = candidates?.find(({ commitment }) => sameBytes(commitment, bytes.subarray(at, at + 32)))
      if (own) found[own.place] = own
      return own !== undefined
    },
    /** Those found, in the order of the seats. */
    found: () => found.filter((leaf) => leaf !== undefined),
  }
}

export type OwnLeaves = ReturnType<typeof ownLeaves>

/** Four bytes tell almost every stranger's leaf from the own ones at the price of one lookup. */
const firstBytes = (bytes: Uint8Array, at: number): number =>
  (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0

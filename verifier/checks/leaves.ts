import { sha256Into } from '#platform'
import { sameBytes, toHex, uuidBytes } from '../bytes.ts'
import { atEnd, checksOf } from '../check.ts'
import { commitmentInput } from '../hashes.ts'
import { printable } from '../problems.ts'

/** Whether what is counted is what was on the board. */

/** As people find it in the file, below its header. */
export const leafAt = (number: number): string => `leaf ${number} (line ${number + 2} of leaves.csv)`

export const leafChecks = checksOf({
  'head-roots': {
    sentence:
      'Every head has the root of the leaves there were: none was changed, moved or removed after it was on the board',
    watch: atEnd(function* ({ heads, tree }) {
      for (const [number, { size, root }] of heads.entries()) {
        const found = tree.rootAt(size)
        if (found && toHex(found) !== root) yield `head ${number}: its first ${size} leaves have another root`
      }
    }),
  },
  'all-leaves': {
    sentence: 'The leaves are exactly as many as the heads have',
    watch: atEnd(function* ({ heads, tree }) {
      const last = heads.at(-1)
      if (last?.size !== tree.size) yield `the last head has ${last?.size} leaves, leaves.csv has ${tree.size}`
      for (const [number, { size }] of heads.slice(0, -1).entries())
        if (size > tree.size) yield `head ${number} has ${size} leaves, leaves.csv only ${tree.size}`
    }),
  },
  openings: {
    sentence: 'Every leaf opens to the choice that stands beside it',
    watch: ({ fail }) => {
      let election = new Uint8Array(0)
      const inputs = new Map<string, Uint8Array>()
      const found = new Uint8Array(32)
      const inputOf = (service: string) => {
        const known = inputs.get(service)
        if (known) return known
        const input = commitmentInput(election, service)
        // A file cannot make this grow with services of its own.
        if (inputs.size < 100) inputs.set(service, input)
        return input
      }
      return {
        freeze: ({ statement }) => void (election = uuidBytes(statement.election)),
        leaf: ({ number, service, nomineeBytes, nonce, commitment }) => {
          const input = inputOf(service)
          input.set(nomineeBytes, input.length - 32)
          input.set(nonce, input.length - 16)
          sha256Into(input, found, 0)
          if (!sameBytes(found, commitment)) fail(`${leafAt(number)} opens to something else`)
        },
      }
    },
  },
  'no-leaf-twice': {
    sentence: 'No leaf is there twice',
    watch: ({ fail }) => {
      const seen = new DigestSet()
      return {
        leaf: ({ number, commitment }) => {
          const before = seen.add(commitment)
          if (before !== null) fail(`${leafAt(number)} is the same as ${leafAt(before)}`)
        },
      }
    },
  },
  'known-nominees': {
    sentence: 'Every choice is a blank or a nominee of the freeze record, in the nominee’s own service',
    watch: ({ fail }) => {
      const serviceOf = new Map<string, string>()
      const services = new Set<string>()
      return {
        freeze: ({ statement }) => {
          for (const { id, service } of statement.nominees) serviceOf.set(id, service)
          for (const { service } of statement.seats) services.add(service)
        },
        leaf: ({ number, service, nominee }) => {
          if (!services.has(service)) return fail(`${leafAt(number)}: there is no seat of "${printable(service)}"`)
          if (nominee === null) return undefined
          const own = serviceOf.get(nominee)
          if (own === undefined) return fail(`${leafAt(number)} names nobody of the freeze record`)
          return own === service
            ? undefined
            : fail(`${leafAt(number)} names somebody of ${printable(own)} for ${printable(service)}`)
        },
      }
    },
  },
  'leaves-per-service': {
    sentence: 'Every ballot counted has one leaf for each seat: no more, no fewer',
    watch: atEnd(function* ({ leavesByService, seatsByService, lastHead }) {
      const ballots = lastHead?.statement.counted ?? 0
      for (const [service, seats] of seatsByService) {
        const [leaves, due] = [leavesByService.get(service) ?? 0, ballots * seats]
        if (leaves !== due)
          yield `${printable(service)} has ${leaves} leaves; ${ballots} ballots with ${seats} of its seats have ${due}`
      }
    }),
  },
  'votes-at-most-ballots': {
    sentence: 'Nobody has more votes than there are ballots',
    watch: atEnd(function* ({ votes, record, lastHead }) {
      const ballots = lastHead?.statement.counted ?? 0
      for (const [id, count] of votes)
        if (count > ballots)
          yield `${printable(record.nominees.get(id)?.name)} has ${count} votes of ${ballots} ballots`
    }),
  },
})

/** Which hashes were there already, at 32 bytes each and a little: a count has millions. */
export class DigestSet {
  #digests = new Uint8Array(32 * 1024)
  /** The same bytes, eight words a digest. */
  #words = new Int32Array(this.#digests.buffer)
  #count = 0
  /** Open addressing; 0 is free, else a digest's number plus one. */
  #places = new Int32Array(4096)
  /** Whoever made the hashes does not know this, and so cannot make them all fall into one place. */
  readonly #seed = crypto.getRandomValues(new Int32Array(2))

  /** The number under which the same digest was added before, or null. Numbers go 0, 1, 2, whether or not it was there. */
  add(digest: Uint8Array): number | null {
    const number = this.#count++
    if (32 * this.#count > this.#digests.length) this.#grow()
    this.#digests.set(digest, 32 * number)
    if (2 * this.#count > this.#places.length) this.#spread(number)
    const place = this.#placeOf(number)
    const there = this.#places[place] ?? 0
    if (there > 0) return there - 1
    this.#places[place] = number + 1
    return null
  }

  #grow(): void {
    const smaller = this.#digests
    this.#digests = new Uint8Array(2 * smaller.length)
    this.#digests.set(smaller)
    this.#words = new Int32Array(this.#digests.buffer)
  }

  /** Twice as many places, for the digests up to a number. */
  #spread(upTo: number): void {
    this.#places = new Int32Array(2 * this.#places.length)
    for (let number = 0; number < upTo; number++) {
      const place = this.#placeOf(number)
      if (this.#places[place] === 0) this.#places[place] = number + 1
    }
  }

  /** Where a digest stands, or could stand. */
  #placeOf(number: number): number {
    const words = this.#words
    const mask = this.#places.length - 1
    const [first = 0, second = 0] = this.#seed
    let hash = first
    for (let i = 8 * number; i < 8 * number + 8; i++)
      hash = (Math.imul(hash ^ (words[i] ?? 0), 0x9e3779b1) ^ (hash >>> 15)) + second
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const there = this.#places[place] ?? 0
      if (there === 0 || this.#same(there - 1, number)) return place
    }
  }

  #same(a: number, b: number): boolean {
    for (let i = 0; i < 8; i++) if (this.#words[8 * a + i] !== this.#words[8 * b + i]) return false
    return true
  }
}

import { sha256Into } from '#platform'
import { compareBytes, sameBytes, toHex, uuidBytes } from '../bytes.ts'
import { checkAtEnd, checksOf } from '../check.ts'
import { commitmentInput } from '../hashes.ts'
import { printable } from '../problems.ts'

/** Checks that the counted leaves are those on the board. */

/** The line of the file; the first is its header. */
export const leafAt = (number: number): string => `leaf ${number} (line ${number + 2} of leaves.csv)`

export const leafChecks = checksOf({
  'head-roots': {
    sentence:
      'Every head has the root of the leaves there were, and the last has all: none was changed, moved, removed or added after it was on the board',
    wrong: 'votes were changed, added or removed after they were on the public board',
    watch: checkAtEnd(function* ({ heads, tree }) {
      const last = heads.at(-1)?.size
      if (last !== tree.size) yield `the last head has ${last} leaves, leaves.csv has ${tree.size}`
      for (const [number, { size, root }] of heads.entries()) {
        const found = tree.rootAt(size)
        if (found && toHex(found) !== root) yield `head ${number}: its first ${size} leaves have another root`
      }
    }),
  },
  'head-sizes': {
    sentence: 'At every head there are as many leaves as its counted ballots have seats',
    wrong: 'single ballots, or parts of ballots, were put on the public board by themselves',
    watch: ({ fail }) => ({
      head: ({ where, statement: { size, counted } }, { record: { seats } }) => {
        if (size !== counted * seats.length)
          fail(
            `${where} has ${size} leaves; ${counted} ballots with ${seats.length} seats have ${counted * seats.length}`,
          )
      },
    }),
  },
  'leaves-sorted': {
    sentence: 'Leaves that came on the board together are sorted, so that their order tells nothing',
    wrong: 'the order of the votes on the public board may show which belong together',
    watch: ({ fail }) => {
      const ends: number[] = []
      let next = 0
      const last = new Uint8Array(32)
      return {
        head: ({ statement: { size } }) => {
          if (size > (ends.at(-1) ?? 0)) ends.push(size)
        },
        leaf: ({ number, commitment }) => {
          const begins = number === 0 || number === ends[next]
          if (number === ends[next]) next++
          if (!begins && compareBytes(last, commitment) > 0) fail(`${leafAt(number)} is not in its place`)
          last.set(commitment)
        },
      }
    },
  },
  openings: {
    sentence: 'Every leaf opens to the choice that stands beside it',
    wrong: 'a vote on the public board is not the one that was counted',
    watch: ({ fail }) => {
      let election = new Uint8Array(0)
      const inputs = new Map<string, Uint8Array>()
      const found = new Uint8Array(32)
      const inputOf = (service: string) => {
        const known = inputs.get(service)
        if (known) return known
        const input = commitmentInput(election, service)
        // Invented services must not fill the memory.
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
  // If a leaf is there twice, so is its nonce, unless one of the two does not open.
  'no-nonce-twice': {
    sentence: 'No nonce, and so no leaf, is there twice',
    wrong: 'one vote was counted twice',
    watch: ({ fail }) => {
      const seen = new NonceSet()
      return {
        leaf: ({ number, nonce }) => {
          const before = seen.add(nonce)
          if (before !== null) fail(`${leafAt(number)} has the nonce of ${leafAt(before)}`)
        },
      }
    },
  },
  'known-nominees': {
    sentence: 'Every choice is a blank or a nominee of the record made before voting, in the nominee’s own service',
    wrong: 'somebody got votes for a seat without being a candidate for it',
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
          if (own === undefined) return fail(`${leafAt(number)} names nobody of the record made before voting`)
          return own === service
            ? undefined
            : fail(`${leafAt(number)} names somebody of ${printable(own)} for ${printable(service)}`)
        },
      }
    },
  },
  'leaves-per-service': {
    sentence: 'Every ballot counted has one leaf for each seat: no more, no fewer',
    wrong: 'a ballot has more or fewer votes than there are seats',
    watch: checkAtEnd(function* ({ leavesByService, seatsByService, lastHead }) {
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
    wrong: 'somebody has more votes than there are ballots',
    watch: ({ fail, note }) => ({
      end: ({ votes, record, lastHead }) => {
        const ballots = lastHead?.statement.counted ?? 0
        for (const [id, count] of votes)
          if (count > ballots)
            fail(`${printable(record.nominees.get(id)?.name)} has ${count} votes of ${ballots} ballots`)
        note('That no ballot names a person twice cannot be seen from outside: the recount at the site checks it')
      },
    }),
  },
})

/** The nonces seen so far. A count has millions, so each takes little more than its 16 bytes. */
export class NonceSet {
  #nonces = new Uint8Array(16 * 1024)
  /** The same bytes, as four words per nonce. */
  #words = new Int32Array(this.#nonces.buffer)
  #count = 0
  /** Open addressing; 0 is free, else a nonce's number plus one. */
  #places = new Int32Array(4096)
  /** Random, so that nobody can choose nonces that all collide. */
  readonly #seed = crypto.getRandomValues(new Int32Array(2))

  /** The number of an earlier nonce that is equal, or null. Numbers count every call: 0, 1, 2. */
  add(nonce: Uint8Array): number | null {
    const number = this.#count++
    if (16 * this.#count > this.#nonces.length) this.#grow()
    this.#nonces.set(nonce, 16 * number)
    if (2 * this.#count > this.#places.length) this.#spread(number)
    const place = this.#placeOf(number)
    const there = this.#places[place] ?? 0
    if (there > 0) return there - 1
    this.#places[place] = number + 1
    return null
  }

  #grow(): void {
    const smaller = this.#nonces
    this.#nonces = new Uint8Array(2 * smaller.length)
    this.#nonces.set(smaller)
    this.#words = new Int32Array(this.#nonces.buffer)
  }

  /** Doubles the table and inserts the first nonces again. */
  #spread(upTo: number): void {
    this.#places = new Int32Array(2 * this.#places.length)
    for (let number = 0; number < upTo; number++) {
      const place = this.#placeOf(number)
      if (this.#places[place] === 0) this.#places[place] = number + 1
    }
  }

  /** The place of a nonce, or the free one where it would go. */
  #placeOf(number: number): number {
    const words = this.#words
    const mask = this.#places.length - 1
    const [first = 0, second = 0] = this.#seed
    let hash = first
    for (let i = 4 * number; i < 4 * number + 4; i++)
      hash = (Math.imul(hash ^ (words[i] ?? 0), 0x9e3779b1) ^ (hash >>> 15)) + second
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const there = this.#places[place] ?? 0
      if (there === 0 || this.#same(there - 1, number)) return place
    }
  }

  #same(a: number, b: number): boolean {
    for (let i = 0; i < 4; i++) if (this.#words[4 * a + i] !== this.#words[4 * b + i]) return false
    return true
  }
}

/** Which hashes were there already, at 32 bytes each and a little: a count has millions. */
export class DigestSet {
  #digests = new Uint8Array(32 * 1024)
  #count = 0
  /** Open addressing; 0 is free, else a digest's number plus one. */
  #places = new Int32Array(4096)
  /** Whoever made the hashes does not know this, and so cannot make them all fall into one place. */
  readonly #seed = crypto.getRandomValues(new Int32Array(2))

  /** The number under which the same digest was added before, or null. Numbers go 0, 1, 2, whether or not it was there. */
  add(digest: Uint8Array): number | null {
    const number = this.#count++
    if (32 * this.#count > this.#digests.length) this.#digests = grown(this.#digests)
    this.#digests.set(digest, 32 * number)
    if (2 * this.#count > this.#places.length) this.#spread(number)
    const place = this.#placeOf(number)
    const there = this.#places[place] ?? 0
    if (there > 0) return there - 1
    this.#places[place] = number + 1
    return null
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
    const mask = this.#places.length - 1
    const [first = 0, second = 0] = this.#seed
    let hash = first
    for (let word = 0; word < 8; word++)
      hash = (Math.imul(hash ^ this.#word(number, word), 0x9e3779b1) ^ (hash >>> 15)) + second
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const there = this.#places[place] ?? 0
      if (there === 0 || this.#same(there - 1, number)) return place
    }
  }

  #word(number: number, word: number): number {
    const at = 32 * number + 4 * word
    const bytes = this.#digests
    return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
  }

  #same(a: number, b: number): boolean {
    for (let i = 0; i < 32; i++) if (this.#digests[32 * a + i] !== this.#digests[32 * b + i]) return false
    return true
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length)
  larger.set(bytes)
  return larger
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of ZIP archives. */
export class Crc32 {
  #state = -1

  update(bytes: Uint8Array): void {
    let state = this.#state
    for (let i = 0; i < bytes.length; i++) state = (state >>> 8) ^ (table[(state ^ (bytes[i] ?? 0)) & 255] ?? 0)
    this.#state = state
  }

  value(): number {
    return ~this.#state >>> 0
  }
}

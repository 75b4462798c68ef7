const bytes = 32

/**
 * Commitments, each of which is put in and taken out once: 32 bytes and a little for each, so that those of 100,000 ballots
 * take 30 MB. Their first bytes are as good as random, so they serve as the place to look at.
 */
export function createCommitmentSet(most: number) {
  const held = Buffer.alloc(most * bytes)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, most * 2))))
  const taken = new Uint8Array(most)
  let size = 0

  /** The slot that holds it, or the free one where it would go. */
  function slotOf(commitment: Uint8Array): number {
    const first = Buffer.from(commitment.buffer, commitment.byteOffset, 4).readUInt32BE()
    for (let slot = first % slots.length; ; slot = (slot + 1) % slots.length) {
      const at = slots[slot] ?? 0
      if (at === 0 || held.compare(commitment, 0, bytes, (at - 1) * bytes, at * bytes) === 0) return slot
    }
  }

  return {
    /** False for one that is there already, and for one more than there was room for. */
    add(commitment: Uint8Array): boolean {
      if (size === most) return false
      const slot = slotOf(commitment)
      if (slots[slot] !== 0) return false
      held.set(commitment, size * bytes)
      slots[slot] = ++size
      return true
    },
    /** False for one that is not there, or was taken before. */
    take(commitment: Uint8Array): boolean {
      const at = slots[slotOf(commitment)] ?? 0
      if (at === 0 || taken[at - 1] === 1) return false
      taken[at - 1] = 1
      return true
    },
    /** The place, in the order of putting in, of one that nobody took; -1 when none is left. */
    firstLeft: (): number => taken.subarray(0, size).indexOf(0),
    get size() {
      return size
    },
  }
}
export type CommitmentSet = ReturnType<typeof createCommitmentSet>

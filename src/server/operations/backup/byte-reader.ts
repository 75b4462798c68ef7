import { BackupError } from './backup-error.ts'

export interface ByteReader {
  /** Exactly this many bytes, or an error that the backup is incomplete. */
  read(length: number): Promise<Buffer>
  isAtEnd(): Promise<boolean>
  /** Everything that has not been read yet. */
  rest(): AsyncGenerator<Buffer>
}

/** Reads a stream in the sizes that are asked for. */
export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let length = 0

  async function fill(wanted: number): Promise<boolean> {
    while (length < wanted) {
      const { value, done } = await chunks.next()
      if (done) return false
      held.push(value)
      length += value.length
    }
    return true
  }

  return {
    async read(wanted) {
      if (!(await fill(wanted))) throw new BackupError('damaged')
      const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held, length)
      held = all.length > wanted ? [all.subarray(wanted)] : []
      length -= wanted
      return all.subarray(0, wanted)
    },
    isAtEnd: async () => !(await fill(1)),
    async *rest() {
      yield* held
      held = []
      length = 0
      for (;;) {
        const { value, done } = await chunks.next()
        if (done) return
        yield value
      }
    },
  }
}

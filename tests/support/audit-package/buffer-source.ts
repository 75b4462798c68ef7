import type { Source } from '../../../verifier/zip.ts'

/** An archive in memory. */
export const bufferSource = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: async (at, length) => {
    if (at < 0 || at + length > bytes.length) throw new Error(`read of ${length} bytes at ${at}, beyond the end`)
    return new Uint8Array(bytes.subarray(at, at + length))
  },
})

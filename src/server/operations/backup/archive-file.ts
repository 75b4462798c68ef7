import { z } from 'zod'
import { readArchive, writeArchive, type Entry, type ReadEntry } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { headerSize, newHeader, openHeader, readHeader, type BackupContent, type BackupKey } from './backup-header.ts'
import { byteReader } from './byte-reader.ts'
import { decryptStream, encryptStream } from './encrypted-stream.ts'

/** The bytes of a whole backup file. */
export async function* writeBackupFile(
  entries: AsyncIterable<Entry>,
  key: BackupKey,
  content: BackupContent,
): AsyncGenerator<Buffer> {
  const { header, fileKey } = await newHeader(key, content)
  yield header
  yield* encryptStream(writeArchive(entries), fileKey)
}

/** `keyFor` is asked once it is known which kind of key the file needs. */
export async function* readBackupFile(
  file: AsyncIterable<Buffer>,
  keyFor: (kind: 'passphrase' | 'key file') => Promise<BackupKey>,
  content: BackupContent,
): AsyncGenerator<ReadEntry> {
  const input = byteReader(file)
  const header = await input.read(headerSize).catch((error: unknown) => {
    if (error instanceof BackupError) throw new BackupError('foreign')
    throw error
  })
  const fileKey = await openHeader(header, await keyFor(readHeader(header, content)))
  try {
    yield* readArchive(decryptStream(input.rest(), fileKey))
  } catch (error) {
    // Decrypted and still not understood: written by a version that had other entries, or by a fault of ours.
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new BackupError('newer', '', { cause: error })
    throw error
  }
}

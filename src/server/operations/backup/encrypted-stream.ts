import { createCipheriv, createDecipheriv } from 'node:crypto'
import { BackupError } from './backup-error.ts'

/**
 * A stream in pieces of AES-256-GCM, as docs/backup-format.md describes it. The nonce of a piece is its number and whether
 * it is the last: pieces that are missing, moved or cut off do not decrypt. The key must be used for one stream only.
 */
const pieceSize = 128 * 1024
const tagSize = 16

export async function* encryptStream(plain: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let number = 0
  for await (const { bytes, last } of inPieces(plain, pieceSize)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, last))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Yields nothing that was not verified. Ends with an error unless the very last piece was there. */
export async function* decryptStream(encrypted: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let number = 0
  for await (const { bytes, last } of inPieces(encrypted, pieceSize + tagSize)) {
    if (bytes.length < tagSize) throw new BackupError('damaged')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number++, last))
    decipher.setAuthTag(bytes.subarray(-tagSize))
    const plain = decipher.update(bytes.subarray(0, -tagSize))
    try {
      decipher.final()
    } catch {
      throw new BackupError('damaged')
    }
    yield plain
  }
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** The same bytes in pieces of one size; only the last may be shorter. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    held.push(chunk)
    length += chunk.length
    if (length <= size) continue
    let all = Buffer.concat(held, length)
    // What is exactly one piece may be the last, and waits.
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), last: false }
    held = [all]
    length = all.length
  }
  yield { bytes: Buffer.concat(held, length), last: true }
}

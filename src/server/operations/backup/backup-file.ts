import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError, type Config } from '#server/config.ts'
import { ensureKeyFile, readKeyFile } from '#server/durable-files.ts'
import { BackupError, byteReader, readArchive, writeArchive, type Entry, type ReadEntry } from './archive.ts'

export async function* writeBackupFile(
  entries: AsyncIterable<Entry>,
  key: BackupKey,
  content: BackupContent,
): AsyncGenerator<Buffer> {
  const { header, fileKey } = await newHeader(key, content)
  yield header
  yield* encryptStream(writeArchive(entries), fileKey)
}

/** `keyFor` is called once it is known which kind of key the file needs. */
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
    // Decrypted but not understood: a version with other entries wrote it, or there is a bug.
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new BackupError('newer', '', { cause: error })
    throw error
  }
}

/** The encryption key: a passphrase, or 32 random bytes from a file. */
export type BackupKey = { passphrase: string } | { bytes: Buffer }

/** The header says what a file contains, so that one kind is never mistaken for the other. */
const contents = { site: 1, 'ballot keys': 2 } as const
type BackupContent = keyof typeof contents

const magic = Buffer.from('RESBACKUP')
const version = 1
const fromKeyFile = 0
const fromPassphrase = 1
const saltSize = 32
const macSize = 32
/** magic, version, content, source of the key, log2 of scrypt's N, its r and its p, salt */
const fixedSize = magic.length + 6 + saltSize
export const headerSize = fixedSize + macSize

/** A guess costs 64 MB and about a quarter of a second. */
const scryptCost = { logN: 16, r: 8, p: 2 }

/** Makes the header of a new backup and the key for the rest. The salt gives each file its own key. */
async function newHeader(key: BackupKey, content: BackupContent): Promise<{ header: Buffer; fileKey: Buffer }> {
  const isPassphrase = 'passphrase' in key
  const { logN, r, p } = isPassphrase ? scryptCost : { logN: 0, r: 0, p: 0 }
  const fixed = Buffer.concat([
    magic,
    Buffer.from([version, contents[content], isPassphrase ? fromPassphrase : fromKeyFile, logN, r, p]),
    randomBytes(saltSize),
  ])
  const { fileKey, macKey } = await deriveKeys(key, fixed)
  return { header: Buffer.concat([fixed, macOf(macKey, fixed)]), fileKey }
}

/** Returns which kind of key the file needs. Refuses any other file before somebody has to enter a key. */
function readHeader(header: Buffer, content: BackupContent): 'passphrase' | 'key file' {
  if (header.length < magic.length || !header.subarray(0, magic.length).equals(magic)) throw new BackupError('foreign')
  if (header.length < headerSize) throw new BackupError('damaged')
  if (header[magic.length] !== version) throw new BackupError('newer')
  if (header[magic.length + 1] !== contents[content]) throw new BackupError('other-content')
  const [kind, logN = 0, r = 0, p = 0] = header.subarray(magic.length + 2, magic.length + 6)
  if (kind === fromKeyFile) return 'key file'
  // A crafted file must not use up all memory before its key is refused.
  if (kind !== fromPassphrase || logN < 10 || logN > 17 || r < 1 || r > 8 || p < 1 || p > 4)
    throw new BackupError('damaged')
  return 'passphrase'
}

/** Returns the key for the rest of the file. */
async function openHeader(header: Buffer, key: BackupKey): Promise<Buffer> {
  const fixed = header.subarray(0, fixedSize)
  const { fileKey, macKey } = await deriveKeys(key, fixed)
  if (!timingSafeEqual(macOf(macKey, fixed), header.subarray(fixedSize, headerSize)))
    throw new BackupError('passphrase' in key ? 'wrong-passphrase' : 'wrong-key')
  return fileKey
}

async function deriveKeys(key: BackupKey, fixed: Buffer): Promise<{ fileKey: Buffer; macKey: Buffer }> {
  const salt = fixed.subarray(-saltSize)
  const master = 'bytes' in key ? key.bytes : await stretch(key.passphrase, fixed)
  // The whole header is an input, so changing a byte of it changes the keys.
  const keys = Buffer.from(hkdfSync('sha256', master, salt, Buffer.concat([Buffer.from('backup\0'), fixed]), 64))
  return { fileKey: keys.subarray(0, 32), macKey: keys.subarray(32) }
}

function stretch(passphrase: string, fixed: Buffer): Promise<Buffer> {
  const [logN = 0, r = 0, p = 0] = fixed.subarray(magic.length + 3, magic.length + 6)
  const N = 2 ** logN
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), fixed.subarray(-saltSize), 32, options, (error, made) =>
      error ? reject(error) : resolve(made),
    )
  })
}

const macOf = (key: Buffer, fixed: Buffer) => createHmac('sha256', key).update(fixed).digest()

/**
 * Encrypts a stream in pieces with AES-256-GCM (see docs/backup-format.md). The nonce has the number of the piece and
 * whether it is the last, so missing, moved or truncated pieces do not decrypt. Use a key for one stream only.
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

/** Yields only verified bytes. Ends with an error unless the last piece was there. */
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

/** Yields the same bytes in pieces of one size; only the last may be shorter. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let buffered: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    buffered.push(chunk)
    length += chunk.length
    if (length <= size) continue
    let all = Buffer.concat(buffered, length)
    // Exactly one piece is the last, so a full piece waits until more bytes come.
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), last: false }
    buffered = [all]
    length = all.length
  }
  yield { bytes: Buffer.concat(buffered, length), last: true }
}

type KeyConfig = Pick<Config, 'backup' | 'dataDir'>

const ownKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backup.key')

/** The key for a new backup. Without a setting, the first use creates a file; `made` is called with its path. */
export async function keyForNewBackup(config: KeyConfig, made: (path: string) => void): Promise<BackupKey> {
  const { passphrase, keyFile } = config.backup
  if (passphrase) return { passphrase }
  if (keyFile) return readKey(keyFile)
  const path = ownKeyFile(config)
  if ((await readKeyFile(path)) === null) {
    await ensureKeyFile(path)
    made(path)
  }
  return readKey(path)
}

export async function keyForOldBackup(config: KeyConfig, kind: 'passphrase' | 'key file'): Promise<BackupKey> {
  const { passphrase, keyFile } = config.backup
  if (kind === 'key file') return readKey(keyFile ?? ownKeyFile(config))
  if (!passphrase) throw new BackupError('key-missing', 'Set BACKUP_PASSPHRASE to the one this backup was made with.')
  return { passphrase }
}

async function readKey(path: string): Promise<BackupKey> {
  const text = await readKeyFile(path)
  if (text === null) throw new BackupError('key-missing', `Put it at ${path}, or set BACKUP_KEY_FILE to where it is.`)
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError(`The file ${path} holds no key: it must have 64 hexadecimal digits (32 bytes).`)
  return { bytes: Buffer.from(text, 'hex') }
}

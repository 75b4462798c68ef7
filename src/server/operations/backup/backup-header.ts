import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { BackupError } from './backup-error.ts'

/** What a backup is encrypted with: words somebody remembers, or 32 random bytes from a file. */
export type BackupKey = { passphrase: string } | { bytes: Buffer }

/** What a file holds, so that one is never taken for the other. */
const contents = { site: 1, 'ballot keys': 2 } as const
export type BackupContent = keyof typeof contents

const magic = Buffer.from('RESBACKUP')
const version = 1
const fromKeyFile = 0
const fromPassphrase = 1
const saltSize = 32
const macSize = 32
/** magic, version, content, where the key is from, log2 of scrypt's N, its r and its p, salt */
const fixedSize = magic.length + 6 + saltSize
export const headerSize = fixedSize + macSize

/** 64 MB and about a quarter of a second for each guess. */
const scryptCost = { logN: 16, r: 8, p: 2 }

/** The first bytes of a new backup, and the key for the rest: a new one for each file, whatever the salt is mixed with. */
export async function newHeader(key: BackupKey, content: BackupContent): Promise<{ header: Buffer; fileKey: Buffer }> {
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

/** Whether the file needs a passphrase or a key file; refuses what is no backup of this kind before any key is asked for. */
export function readHeader(header: Buffer, content: BackupContent): 'passphrase' | 'key file' {
  if (header.length < magic.length || !header.subarray(0, magic.length).equals(magic)) throw new BackupError('foreign')
  if (header.length < headerSize) throw new BackupError('damaged')
  if (header[magic.length] !== version) throw new BackupError('newer')
  if (header[magic.length + 1] !== contents[content]) throw new BackupError('other-content')
  const [kind, logN = 0, r = 0, p = 0] = header.subarray(magic.length + 2, magic.length + 6)
  if (kind === fromKeyFile) return 'key file'
  // A crafted file must not make us spend all memory before its key is refused.
  if (kind !== fromPassphrase || logN < 10 || logN > 17 || r < 1 || r > 8 || p < 1 || p > 4)
    throw new BackupError('damaged')
  return 'passphrase'
}

/** The key for the rest of the file. */
export async function openHeader(header: Buffer, key: BackupKey): Promise<Buffer> {
  const fixed = header.subarray(0, fixedSize)
  const { fileKey, macKey } = await deriveKeys(key, fixed)
  if (!timingSafeEqual(macOf(macKey, fixed), header.subarray(fixedSize, headerSize)))
    throw new BackupError('passphrase' in key ? 'wrong-passphrase' : 'wrong-key')
  return fileKey
}

async function deriveKeys(key: BackupKey, fixed: Buffer): Promise<{ fileKey: Buffer; macKey: Buffer }> {
  const salt = fixed.subarray(-saltSize)
  const master = 'bytes' in key ? key.bytes : await stretch(key.passphrase, fixed)
  // All of the header is mixed in: a changed byte of it makes other keys.
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

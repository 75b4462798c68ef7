import { createPrivateKey, createPublicKey, sign, verify, type KeyObject, hash } from 'node:crypto'
import { join } from 'node:path'
import { ConfigError, type Config } from '#server/config.ts'
import type { PgClient } from '#server/db/database.ts'
import { ensureKeyFile, readKeyFile } from '#server/durable-files.ts'
import { toHex, type Sha256 } from '#shared/elections/board/bytes.ts'
import {
  statementBytes,
  statementText,
  type Signed,
  type Statement,
  type StatementType,
} from '#shared/elections/board/statements.ts'

/**
 * The Ed25519 key with which the site signs statements about elections. It is stored beside the site key, or in BOARD_KEY when
 * several nodes share it, and never in the database: write access to the database alone is not enough to sign.
 */
export interface BoardKey {
  /** 32 bytes, as hexadecimal digits. */
  publicKey: string
  /** Shown to people so they can recognise the key. */
  fingerprint: string
  sign(statement: Statement): Signed
  isSigned(type: StatementType, signed: Signed): boolean
}

type KeyConfig = Pick<Config, 'dataDir' | 'boardKey'>

export const boardKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'board.key')

export async function loadBoardKey(config: KeyConfig, pool: PgClient): Promise<BoardKey> {
  const known = await knownPublicKey(pool)
  const seed = config.boardKey ?? (await seedFromFile(config, known === undefined))
  const key = createBoardKey(Buffer.from(seed, 'hex'))
  await pool.query(`insert into installation (key, value) values ('board key', $1) on conflict (key) do nothing`, [
    key.publicKey,
  ])
  if ((await knownPublicKey(pool)) !== key.publicKey) throw new ConfigError(keyDiffers)
  return key
}

const keyDiffers =
  'The key that signs elections is missing, or is not the one this database was set up with. Put back the file board.key of its data folder, or set BOARD_KEY to the same value on every node (it is the content of board.key, where the site had one).'

async function seedFromFile(config: KeyConfig, mayMake: boolean): Promise<string> {
  const path = boardKeyFile(config)
  if (mayMake) await ensureKeyFile(path)
  const seed = await readKeyFile(path)
  if (!seed || !/^[0-9a-f]{64}$/.test(seed)) throw new ConfigError(keyDiffers)
  return seed
}

async function knownPublicKey(pool: PgClient): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(`select value from installation where key = 'board key'`)
  return rows[0]?.value
}

/** The bytes before the 32 bytes of an Ed25519 key in the formats OpenSSL reads (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export function createBoardKey(seed: Buffer): BoardKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length)
  return {
    publicKey: toHex(raw),
    fingerprint: toHex(sha256(raw)),
    sign(statement) {
      const text = statementText(statement)
      return {
        statement: text,
        signature: sign(null, statementBytes(statement.type, text), privateKey).toString('hex'),
      }
    },
    isSigned: (type, signed) => isSignedWith(publicKey, type, signed),
  }
}

/** Whether the holder of this other public key (hexadecimal) signed it. */
export function isSignedBy(publicKey: string, type: StatementType, signed: Signed): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey)) return false
  const der = Buffer.concat([publicPrefix, Buffer.from(publicKey, 'hex')])
  return isSignedWith(createPublicKey({ key: der, format: 'der', type: 'spki' }), type, signed)
}

/** A signature must have 64 bytes. */
const isSignedWith = (key: KeyObject, type: StatementType, { statement, signature }: Signed): boolean =>
  /^[0-9a-f]{128}$/.test(signature) && verify(null, statementBytes(type, statement), key, Buffer.from(signature, 'hex'))

/** Through a latin1 string: letting Node return a buffer takes three times as long. */
export const sha256: Sha256 = (bytes) => Buffer.from(hash('sha256', bytes, 'binary'), 'latin1')

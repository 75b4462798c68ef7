import {
  createHash,
  hkdfSync,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { destroyKeyFile, ensureKeyFile, readKeyFile } from '#server/durable-files.ts'
import type { Secret } from '#shared/elections/board/leaves.ts'
import type { Choices } from '#shared/elections/voting/ballot.ts'
import { AppError } from '#shared/errors.ts'

/**
 * The keys that seal ballots, one per election, never in the database: a file in the data folder, or, where several nodes
 * share the work, made from VAULT_KEY. The database holds a fingerprint of each key, so that a wrong one is noticed before a
 * ballot is sealed with it, and a mark when it was destroyed.
 */
export interface Vault {
  /** The election's key, made and kept safe on first use. */
  keyOf(electionId: string): Promise<Buffer>
  /** Which elections that are not certified this node has no key for, or another one than they were sealed with. Makes none. */
  keysThatDoNotOpen(): Promise<{ electionId: string; problem: 'missing' | 'wrong' }[]>
  /** From now on nobody opens the election's ballots, on any node. */
  destroy(electionId: string): Promise<void>
}

const destroyed = 'destroyed'

export function createVault(
  config: Pick<Config, 'dataDir' | 'vaultKey'>,
  pool: pg.Pool,
  changes: Pick<SiteChanges, 'on'>,
): Vault {
  const proven = new Map<string, Buffer>()
  const gone = new Set<string>()
  // A certified election's key is destroyed by one node; the others must not remember it.
  changes.on((table) => {
    if (table === 'elections' || table === '*') proven.clear()
  })
  const nameOf = (electionId: string) => `vault ${electionId}`
  const fileOf = (electionId: string) => join(config.dataDir, 'vault', `${electionId}.key`)

  async function readMark(electionId: string): Promise<string | null> {
    const { rows } = await pool.query<{ value: string }>('select value from installation where key = $1', [
      nameOf(electionId),
    ])
    return rows[0]?.value ?? null
  }

  async function load(electionId: string, mayMake: boolean): Promise<Buffer> {
    if (config.vaultKey)
      return Buffer.from(hkdfSync('sha256', Buffer.from(config.vaultKey, 'hex'), electionId, 'ballots', 32))
    const path = fileOf(electionId)
    if (mayMake && (await readKeyFile(path)) === null) await ensureKeyFile(path)
    const hex = await readKeyFile(path)
    if (hex === null) throw new AppError('vault-key-missing')
    if (!/^[0-9a-f]{64}$/.test(hex)) throw new AppError('vault-key-wrong')
    return Buffer.from(hex, 'hex')
  }

  return {
    async keyOf(electionId) {
      const known = proven.get(electionId)
      if (known) return known
      const before = await readMark(electionId)
      if (before === destroyed) throw new AppError('vault-destroyed')
      const key = await load(electionId, before === null)
      // The key lies safe on the disk before the database knows of it, and so before any ballot is sealed with it.
      await pool.query('insert into installation (key, value) values ($1, $2) on conflict (key) do nothing', [
        nameOf(electionId),
        fingerprintOf(key),
      ])
      const mark = await readMark(electionId)
      if (mark === destroyed) throw new AppError('vault-destroyed')
      if (mark !== fingerprintOf(key)) throw new AppError('vault-key-wrong')
      // Destroyed while this was on its way: it must not be remembered.
      if (gone.has(electionId)) throw new AppError('vault-destroyed')
      proven.set(electionId, key)
      return key
    },

    async keysThatDoNotOpen() {
      const { rows } = await pool.query<{ electionId: string; mark: string }>(
        `select e.id as "electionId", i.value as mark from elections e join installation i on i.key = 'vault ' || e.id
         where num_nonnulls(e.count_closed_at, e.certified_at, e.cancelled_at) = 0 and i.value <> $1`,
        [destroyed],
      )
      const looked = await Promise.all(
        rows.map(async ({ electionId, mark }) => {
          const key = await load(electionId, false).catch((error: unknown) => {
            if (error instanceof AppError) return error.code
            throw error
          })
          if (key === 'vault-key-missing') return { electionId, problem: 'missing' as const }
          const fits = typeof key !== 'string' && fingerprintOf(key) === mark
          return fits ? null : { electionId, problem: 'wrong' as const }
        }),
      )
      return looked.filter((found) => found !== null)
    },

    async destroy(electionId) {
      gone.add(electionId)
      proven.get(electionId)?.fill(0)
      proven.delete(electionId)
      await pool.query(
        'insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
        [nameOf(electionId), destroyed],
      )
      await destroyKeyFile(fileOf(electionId))
    },
  }
}

const fingerprintOf = (key: Buffer) => createHash('sha256').update('vault key\0').update(key).digest('hex').slice(0, 16)

/** Whose ballot it is: a sealed ballot moved to another row does not open. */
export interface BallotOf {
  electionId: string
  voterId: string
  /** Who put it in for the voter; missing for the voter's own. So a proxy is never taken for the voter's own ballot, nor for one that waits. */
  by?: ProxyCast | ProxyRequest | null
}

/** A proxy ballot in the box. */
interface ProxyCast {
  proxyBy: string
  confirmedBy: string | null
}
/** One that waits for a second administrator. */
interface ProxyRequest {
  askedBy: string
}

export interface OpenBallot {
  secret: Secret
  choices: Choices
}

const ivBytes = 12
const tagBytes = 16
const blank = '0'.repeat(32)

/**
 * AES-256-GCM over a text of fixed length, whatever was chosen: the length of a sealed ballot does not tell how many lines
 * were left blank.
 */
export function seal(key: Buffer, whose: BallotOf, { secret, choices }: OpenBallot): Buffer {
  const plain = Buffer.from(secret + choices.map((chosen) => chosen?.replaceAll('-', '') ?? blank).join(''), 'hex')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', readied(key), iv).setAAD(address(whose))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key is not the one it was sealed with, the row is not its own, or a bit was changed. */
export function open(key: Buffer, whose: BallotOf, sealed: Buffer): OpenBallot {
  const decipher = createDecipheriv('aes-256-gcm', readied(key), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(address(whose))
    .setAuthTag(sealed.subarray(-tagBytes))
  const hex = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('hex')
  const choices: (string | null)[] = []
  for (let at = 32; at < hex.length; at += 32) choices.push(asChoice(hex.slice(at, at + 32)))
  return { secret: hex.slice(0, 32), choices }
}

/** To ready a key takes twice as long as to seal with it. What is readied is forgotten with the key. */
const ready = new WeakMap<Buffer, KeyObject>()
function readied(key: Buffer): KeyObject {
  const found = ready.get(key) ?? createSecretKey(key)
  ready.set(key, found)
  return found
}

const address = ({ electionId, voterId, by }: BallotOf) =>
  Buffer.from(`${electionId} ${voterId} ballot${by ? actorsOf(by) : ''}`)

const actorsOf = (by: ProxyCast | ProxyRequest): string =>
  'askedBy' in by ? ` asked for by ${by.askedBy}` : ` by proxy ${by.proxyBy} ${by.confirmedBy ?? 'alone'}`

/** As it stands in the box. */
export const castBy = (row: { proxy_by: string | null; confirmed_by: string | null }): ProxyCast | null =>
  row.proxy_by === null ? null : { proxyBy: row.proxy_by, confirmedBy: row.confirmed_by }

const asChoice = (hex: string): string | null =>
  hex === blank
    ? null
    : [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')

/** Null for one that does not open. */
export function tryToOpen(key: Buffer, whose: BallotOf, sealed: Buffer): OpenBallot | null {
  try {
    return open(key, whose, sealed)
  } catch {
    return null
  }
}

import { createHash, createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { PgClient } from '#server/db/database.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { destroyKeyFile, ensureKeyFile, readKeyFile } from '#server/durable-files.ts'
import { hyphenated } from '#shared/elections/board/bytes.ts'
import type { Secret } from '#shared/elections/board/leaves.ts'
import type { Choices } from '#shared/elections/voting/ballot.ts'
import { AppError } from '#shared/errors.ts'

/** What a key is for: sealing an election's ballots, or making the salts of its roll. Each is destroyed at its own time. */
type KeyPurpose = 'ballots' | 'roll'

/**
 * The elections' random keys, each in a file in the data folder. With several nodes they are in the database instead, encrypted
 * with VAULT_KEY, so that a key can be destroyed there too. The database holds a fingerprint of each key, so that a wrong one is
 * noticed before anything is sealed with it, and a mark when it was destroyed.
 */
export interface Vault {
  /** The election's key, created and stored on first use. */
  keyOf(electionId: string, purpose?: KeyPurpose): Promise<Buffer>
  /** Uncertified elections for which this node has no key, or a different one from what they were sealed with. Creates none. */
  keysThatDoNotOpen(): Promise<{ electionId: string; problem: 'missing' | 'wrong' }[]>
  /** From now on nobody has this key, on any node. */
  destroy(electionId: string, purpose?: KeyPurpose): Promise<void>
}

const destroyed = 'destroyed'

export function createVault(
  config: Pick<Config, 'dataDir' | 'vaultKey'>,
  pool: PgClient,
  changes: Pick<SiteChanges, 'on'>,
): Vault {
  const proven = new Map<string, Buffer>()
  const gone = new Set<string>()
  // A certified election's key is destroyed by one node; the others must not keep it in memory.
  changes.on((table) => {
    if (table === 'elections' || table === '*') proven.clear()
  })
  const nameOf = (electionId: string, purpose: KeyPurpose) => `vault ${electionId}${purpose === 'roll' ? ' roll' : ''}`
  const fileOf = (name: string) => join(config.dataDir, 'vault', `${name.slice('vault '.length).replace(' ', '.')}.key`)
  const wrapping = config.vaultKey ? Buffer.from(config.vaultKey, 'hex') : null

  async function readMark(name: string): Promise<string | null> {
    const { rows } = await pool.query<{ value: string }>('select value from installation where key = $1', [name])
    return rows[0]?.value ?? null
  }

  /** The key that belongs to a mark. */
  async function load(name: string, mark: string): Promise<Buffer> {
    const key = wrapping ? unwrap(wrapping, name, mark) : await readFile(name)
    if (vaultKeyFingerprint(key) !== mark.slice(0, fingerprintLength)) throw new AppError('vault-key-wrong')
    return key
  }

  async function readFile(name: string): Promise<Buffer> {
    const hex = await readKeyFile(fileOf(name))
    if (hex === null) throw new AppError('vault-key-missing')
    if (!/^[0-9a-f]{64}$/.test(hex)) throw new AppError('vault-key-wrong')
    return Buffer.from(hex, 'hex')
  }

  /** Two nodes that start at once end up with the same key. */
  async function make(name: string): Promise<string> {
    // The key is safely on the disk before the database knows of it, and so before anything is sealed with it.
    if (!wrapping) await ensureKeyFile(fileOf(name))
    const mark = wrapping ? wrap(wrapping, name, randomBytes(32)) : vaultKeyFingerprint(await readFile(name))
    await pool.query('insert into installation (key, value) values ($1, $2) on conflict (key) do nothing', [name, mark])
    return (await readMark(name)) ?? mark
  }

  return {
    async keyOf(electionId, purpose = 'ballots') {
      const name = nameOf(electionId, purpose)
      const known = proven.get(name)
      if (known) return known
      const mark = (await readMark(name)) ?? (await make(name))
      if (mark === destroyed) throw new AppError('vault-destroyed')
      const key = await load(name, mark).catch((error: unknown) => {
        if (gone.has(name)) throw new AppError('vault-destroyed')
        throw error
      })
      // Destroyed while it was being loaded: do not keep it.
      if (gone.has(name) || (await readMark(name)) === destroyed) throw new AppError('vault-destroyed')
      proven.set(name, key)
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
          try {
            await load(nameOf(electionId, 'ballots'), mark)
            return null
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            const problem = error.code === 'vault-key-missing' ? ('missing' as const) : ('wrong' as const)
            return { electionId, problem }
          }
        }),
      )
      return looked.filter((found) => found !== null)
    },

    async destroy(electionId, purpose = 'ballots') {
      const name = nameOf(electionId, purpose)
      gone.add(name)
      proven.get(name)?.fill(0)
      proven.delete(name)
      await pool.query(
        'insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
        [name, destroyed],
      )
      await destroyKeyFile(fileOf(name))
    },
  }
}

const fingerprintLength = 16

/** The fingerprint of a key, and the encrypted key, which opens under its own name only. */
function wrap(wrapping: Buffer, name: string, key: Buffer): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', wrapping, iv).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
  return vaultKeyFingerprint(key) + sealed.toString('hex')
}

function unwrap(wrapping: Buffer, name: string, mark: string): Buffer {
  const sealed = Buffer.from(mark.slice(fingerprintLength), 'hex')
  try {
    const decipher = createDecipheriv('aes-256-gcm', wrapping, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
  } catch {
    throw new AppError('vault-key-wrong')
  }
}

const vaultKeyFingerprint = (key: Buffer) =>
  createHash('sha256').update('vault key\0').update(key).digest('hex').slice(0, fingerprintLength)

/** Whose ballot it is: a sealed ballot moved to another row does not open. */
export interface BallotOf {
  electionId: string
  voterId: string
  /** The hash of the freeze record it was cast under: it does not open under another. */
  record: string
  /** Cast from a login that an administrator helped with. */
  helped?: boolean
  /**
   * Who cast it for the voter; missing for the voter's own. So a proxy ballot is never mistaken for the voter's own, or for one
   * that waits.
   */
  by?: ProxyCast | ProxyRequest | null
}

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
 * AES-256-GCM over a text of fixed length, whatever was chosen: the length of a sealed ballot does not tell how many seats were
 * left blank.
 */
export function sealBallot(key: Buffer, whose: BallotOf, { secret, choices }: OpenBallot): Buffer {
  const plain = Buffer.from(secret + choices.map((chosen) => chosen?.replaceAll('-', '') ?? blank).join(''), 'hex')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', readied(key), iv).setAAD(address(whose))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the key or the row is wrong, or a bit was changed. */
export function openSealed(key: Buffer, whose: BallotOf, sealed: Buffer): OpenBallot {
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

/** Preparing a key takes twice as long as sealing with it. The prepared key is forgotten with the key. */
const ready = new WeakMap<Buffer, KeyObject>()
function readied(key: Buffer): KeyObject {
  const found = ready.get(key) ?? createSecretKey(key)
  ready.set(key, found)
  return found
}

const address = ({ electionId, voterId, record, helped, by }: BallotOf) =>
  Buffer.from(`${electionId} ${voterId} ballot${by ? actorsOf(by) : ''}${helped ? ' helped' : ''} under ${record}`)

const actorsOf = (by: ProxyCast | ProxyRequest): string =>
  'askedBy' in by ? ` asked for by ${by.askedBy}` : ` by proxy ${by.proxyBy} ${by.confirmedBy ?? 'alone'}`

/** From a row of the box. */
export const proxyCastOf = (row: { proxy_by: string | null; confirmed_by: string | null }): ProxyCast | null =>
  row.proxy_by === null ? null : { proxyBy: row.proxy_by, confirmedBy: row.confirmed_by }

const asChoice = (hex: string): string | null => (hex === blank ? null : hyphenated(hex))

/** Null if it does not open. */
export function openOrNull(key: Buffer, whose: BallotOf, sealed: Buffer): OpenBallot | null {
  try {
    return openSealed(key, whose, sealed)
  } catch {
    return null
  }
}

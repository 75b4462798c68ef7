import { createHash, hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import type { Config } from '#server/config.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { destroyKeyFile, ensureKeyFile, readKeyFile } from '#server/durable-files.ts'

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

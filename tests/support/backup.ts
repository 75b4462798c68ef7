import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig, type Config } from '#server/config.ts'
import { backUp, restoreFrom } from '#server/operations/backup/commands.ts'
import type { ScratchDatabase } from './database.ts'

export interface BackedUp {
  config: Config
  env: Record<string, string>
  said: string[]
}

/** A place that a site could be in, as its person at the terminal sees it. */
export function atTerminal(env: Record<string, string>): BackedUp & { say: (sentence: string) => void } {
  const said: string[] = []
  return { config: readConfig(env), env, said, say: (sentence) => void said.push(sentence) }
}

/** Makes a backup and returns the path of the file. */
export async function backUpTo(
  folder: string,
  env: Record<string, string>,
  withBallotKeys: string | null = null,
): Promise<string> {
  const before = new Set(await readdir(folder).catch(() => []))
  await backUp(atTerminal(env), { to: folder, withBallotKeys, kind: 'manual' })
  const made = (await readdir(folder)).find((name) => name.endsWith('.backup') && !before.has(name))
  if (!made) throw new Error('no backup was made')
  return join(folder, made)
}

export async function restoreTo(
  env: Record<string, string>,
  file: string,
  more: { ballotKeys?: string; erased?: string; keepFiles?: boolean } = {},
): Promise<string[]> {
  const site = atTerminal(env)
  const { ballotKeys = null, erased = null, keepFiles = false } = more
  await restoreFrom(site, { file, ballotKeys, erased, keepFiles, setAside: false })
  return site.said
}

export async function scratchFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'backup-test-'))
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Every row of every table, in an order of its own; `without` are tables that a restore changes on purpose. */
export async function wholeDatabase(
  { config }: Pick<ScratchDatabase, 'config'>,
  without: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables.filter((table) => !without.includes(table.name))) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from "${name}" t`)
      found[name] = rows.map(({ row }) => row).toSorted()
    }
    return found
  } finally {
    await client.end()
  }
}

/** Every stored file of a data folder with the sum of its bytes. */
export async function wholeFolder(dataDir: string): Promise<Record<string, string>> {
  const folder = join(dataDir, 'files')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sums = files.map(async (file) => [
    file.slice(folder.length + 1),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ])
  return Object.fromEntries((await Promise.all(sums)).toSorted())
}

import { mkdir, open, readFile, rename, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { PgClient } from '#server/db/database.ts'
import { readRestoration, type Restoration } from '#server/db/unfinished-restore.ts'
import { nullIfMissing, syncFolder, writeDurably } from '#server/durable-files.ts'
import { assertMatches } from './mismatch.ts'

/**
 * What this node has seen the site sign, in a file beside the keys: somebody with access to the database alone can delete signed
 * statements there, but not here. A line is on disk before the statement leaves the node. Lines are only ever added.
 */
export interface BoardState {
  /** Refuses while the file is lost: then nobody knows what was signed before. */
  of(electionId: string): Promise<Seen>
  note(line: SeenLine): Promise<void>
  /** The elections whose freeze record this node has seen. */
  frozen(): Promise<string[]>
}

export interface Seen {
  /** The hash of the freeze record; null until this node has seen it. */
  freeze: string | null
  /** Hashes of heads by number, without those that were taken back. */
  heads: Map<number, string>
  /** The number of the last rollback; 0 if there was none. */
  rollback: number
  /** When a backup last replaced the database. */
  restoredAt: string | null
  /** Since then an administrator has stated how the election continues. */
  goesOn: boolean
}

export type SeenLine =
  | { type: 'freeze'; election: string; hash: string }
  | { type: 'head'; election: string; number: number; hash: string }
  | { type: 'rollback'; election: string; number: number; after: number }

type Line = SeenLine | { type: 'begun'; at: string } | ({ type: 'restored' } & Restoration)

export const boardStateFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'board.state')

/** A new file is started only when no running election could have been recorded in a lost one. */
export async function loadBoardState(config: Pick<Config, 'dataDir'>, pool: PgClient): Promise<BoardState> {
  const path = boardStateFile(config)
  if ((await readText(path)) === null && !(await isAnythingFrozen(pool)))
    await addToBoardState(config, { type: 'begun', at: new Date().toISOString() })
  let known: Promise<ReturnType<typeof seenIn>> | null = null
  let file: FileHandle | null = null
  let writing: Promise<unknown> = Promise.resolve()

  const read = () =>
    (known ??= readFromDisk().catch((error: unknown) => {
      // If somebody recreates it by hand, it is read the next time.
      known = null
      throw error
    }))

  async function readFromDisk() {
    const text = await readText(path)
    assertMatches(text !== null, 'state-lost')
    const lines = linesOf(text)
    // The backup may have been restored by another node, while nothing this node has seen is missing. The database is trusted in
    // this alone: it can make the node wait, but not forget.
    const restored = await readRestoration(pool)
    const isNews = restored !== null && !lines.some((line) => line.type === 'restored' && line.at === restored.at)
    if (isNews) lines.push({ type: 'restored', ...restored })
    // Never append to a half-written line.
    if (isNews || !text.endsWith('\n')) await writeBoardState(path, lines)
    return seenIn(lines)
  }

  async function write(line: SeenLine): Promise<void> {
    file ??= await open(path, 'a', 0o600)
    await file.appendFile(`${JSON.stringify(line)}\n`)
    await file.datasync()
  }

  return {
    of: async (electionId) => structuredClone((await read()).of(electionId)),
    frozen: async () => (await read()).frozen(),
    async note(line) {
      const seen = await read()
      await (writing = writing.catch(() => undefined).then(() => write(line)))
      seen.add(line)
    },
  }
}

async function isAnythingFrozen(pool: PgClient): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from elections where frozen_at is not null and num_nonnulls(certified_at, cancelled_at) = 0 limit 1',
  )
  return rowCount !== 0
}

/** After a restore, or when the file was lost. */
export async function addToBoardState(config: Pick<Config, 'dataDir'>, line: Line): Promise<void> {
  const path = boardStateFile(config)
  const before = (await readText(path)) ?? ''
  await writeBoardState(path, [...linesOf(before), line])
}

async function writeBoardState(path: string, lines: readonly Line[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.new`
  await writeDurably(draft, [Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))])
  await rename(draft, path)
  await syncFolder(dirname(path))
}

const readText = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(nullIfMissing)

/** A line cut off by a power failure does not count: its statement never left the node. */
const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((line) => {
    try {
      return JSON.parse(line) as Line
    } catch {
      return []
    }
  })

function seenIn(lines: readonly Line[]) {
  const elections = new Map<string, Seen>()
  let restored: Restoration | null = null
  // A rollback already contained in the backup says nothing about this restore.
  const rollbackHeld = (electionId: string) => restored?.rollbacks?.[electionId] ?? 0
  function of(electionId: string): Seen {
    const restoredAt = restored?.at ?? null
    const rollback = rollbackHeld(electionId)
    const seen = elections.get(electionId) ?? { freeze: null, heads: new Map(), rollback, restoredAt, goesOn: false }
    elections.set(electionId, seen)
    return Object.assign(seen, { restoredAt })
  }
  function add(line: Line): void {
    if (line.type === 'restored') {
      restored = line
      for (const [id, seen] of elections)
        Object.assign(seen, { goesOn: false, rollback: Math.max(seen.rollback, rollbackHeld(id)) })
    }
    if ('election' in line) addLine(of(line.election), line)
  }
  for (const line of lines) add(line)
  return { of, add, frozen: () => [...elections].filter(([, { freeze }]) => freeze !== null).map(([id]) => id) }
}

export function addLine(seen: Seen, line: SeenLine): void {
  if (line.type === 'freeze') Object.assign(seen, { freeze: line.hash, heads: new Map() })
  if (line.type === 'head') seen.heads.set(line.number, line.hash)
  if (line.type !== 'rollback') return
  seen.rollback = line.number
  seen.goesOn = true
  for (const number of seen.heads.keys()) if (number > line.after) seen.heads.delete(number)
}

import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, projectRoot, type Config } from '#server/config.ts'
import { BackupError } from './backup-error.ts'
import { erasedName, isBackupName } from './backup-store.ts'
import { readErasedList, type ErasedMember } from './erased-members.ts'
import { openLocal } from './folder-store.ts'
import { allRowsOf, rowsOf, type Trailer } from './manifest.ts'
import { openStore } from './open-store.ts'
import { backupText } from './text.ts'

/** The site and the person at its keyboard. */
export interface SiteAtTerminal {
  config: Config
  env: Record<string, string | undefined>
  say: (sentence: string) => void
}

/** What we refuse with is one sentence at the terminal; anything else is a fault of ours and shows where it happened. */
export async function inSentences(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    // A database that does not answer is known by its code, which a query wraps.
    const { cause } = error as { cause?: NodeJS.ErrnoException }
    if (!(error instanceof BackupError)) throw cause?.code ? cause : error
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    throw new ConfigError(error.message + reason, { cause: error })
  }
}

export function sayContents(say: (sentence: string) => void, trailer: Trailer): void {
  say(
    backupText.contents({
      members: rowsOf(trailer, 'users'),
      ballots: rowsOf(trailer, 'ballots'),
      rows: allRowsOf(trailer),
      files: trailer.files,
      fileBytes: trailer.fileBytes,
    }),
  )
  if (trailer.vanished.length > 0) say(backupText.vanished(trailer.vanished.length))
  if (trailer.missing.length > 0) say(backupText.missing(trailer.missing))
  if (trailer.altered.length > 0) say(backupText.altered(trailer.altered))
}

interface Found {
  open: () => Promise<AsyncIterable<Buffer>>
  /** Null where no list lies beside it. */
  readErased: () => Promise<ErasedMember[] | null>
}

/** `s3:` and a name is one in the bucket for backups; anything else is a path. */
export async function findBackup(config: Config, env: SiteAtTerminal['env'], file: string): Promise<Found> {
  if (!file.startsWith('s3:')) {
    const path = fromHere(env, file)
    const beside = join(dirname(path), erasedName)
    return {
      open: () => orRefuse(openLocal(path), path),
      readErased: () => erasedFrom(beside).catch(nullIfMissing),
    }
  }
  const name = file.slice('s3:'.length)
  if (!isBackupName(name)) throw new BackupError('no-such-file', `(${file})`)
  const store = openStore(config, 's3')
  return {
    open: () => orRefuse(store.open(name), file),
    async readErased() {
      const text = await store.readErased()
      return text === null ? null : readErasedList(text)
    },
  }
}

async function orRefuse(opening: Promise<AsyncIterable<Buffer> | null>, file: string): Promise<AsyncIterable<Buffer>> {
  const opened = await opening
  if (!opened) throw new BackupError('no-such-file', `(${file})`)
  return opened
}

export const erasedFrom = async (path: string) => readErasedList(await readFile(path, 'utf8'))

/** npm starts scripts in the project's folder and says where it was called. */
export const fromHere = (env: SiteAtTerminal['env'], path: string) => resolve(env['INIT_CWD'] ?? projectRoot, path)

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestRelease } from '#shared/operations/status/release.ts'
import { projectRoot } from './config.ts'

let known: string | undefined

/** `0.1.0 (2948f05)`: the version of this code when the process started, with the commit if it is known. */
export function siteVersion(): string {
  return (known ??= readVersion())
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const commit = readCommit(join(projectRoot, '.git'))
  return commit ? `${version} (${commit.slice(0, 7)})` : version
}

/** The newest release in this folder that is newer than the running version; null if there is none. */
export function availableVersion(git = join(projectRoot, '.git')): string | null {
  const packed = readIfThere(join(git, 'packed-refs'))?.match(/(?<= refs\/tags\/)\S+$/gm) ?? []
  return newestRelease(siteVersion(), [...packed, ...namesIn(join(git, 'refs/tags'))])
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Reads git's own files, because a server need not have git. */
function readCommit(git: string): string | undefined {
  try {
    const head = readFileSync(join(git, 'HEAD'), 'utf8').trim()
    const branch = /^ref: (.+)$/.exec(head)?.[1]
    if (!branch) return head
    const packed = readIfThere(join(git, 'packed-refs'))
    const line = packed?.split('\n').find((one) => one.endsWith(` ${branch}`))
    return readIfThere(join(git, branch))?.trim() ?? line?.split(' ')[0]
  } catch {
    return undefined
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

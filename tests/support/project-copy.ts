import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#server/config.ts'

/** Some files and folders of the project elsewhere, for tests that edit or break them. */
export function projectCopy(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'project-copy-'))
  copyProject(folder, names)
  return {
    folder,
    at: (...parts: string[]) => join(folder, ...parts),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function copyProject(folder: string, names: readonly string[]): void {
  for (const name of names) cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
}

/** The packages as they are here; nothing may be installed over them. */
export function linkPackages(folder: string): void {
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
}

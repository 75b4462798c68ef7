import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#server/config.ts'

/** Some files and folders of the project elsewhere, for tests that edit or break them. */
export function projectCopy(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'project-copy-'))
  for (const name of names) cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
  return {
    folder,
    at: (...parts: string[]) => join(folder, ...parts),
    /** The packages as they are here; nothing may be installed over them. */
    linkPackages: () => symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

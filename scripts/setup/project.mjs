/** Where the project is. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))
export const at = (/** @type {string[]} */ ...names) => path.join(root, ...names)

/** Where there is no such file, Node would say so every time. */
export const settingsOption = () => (fs.existsSync(at('.env')) ? ['--env-file=.env'] : [])

/** @param {string} file */
export function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

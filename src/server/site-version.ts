import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './config.ts'

/** As package.json has it. */
export function siteVersion(): string {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/config.ts'
import { faultsIn, readArea, readTestFile, writeCoverage } from './spec-coverage.ts'

/** Where the coverage of this project stands, relative to its root. */
export const coveragePath = 'docs/spec-coverage.md'

/** The rules and tests of this project: what is wrong with them, and the document they make. */
export function readCoverage(): { faults: string[]; document: string } {
  const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
  const found = (...patterns: string[]) =>
    globSync(patterns, { cwd: projectRoot, exclude: ['docs/rules/README.md'] }).toSorted()
  const areas = found('docs/rules/*.md').map((path) => readArea(path, read(path)))
  const run = found(
    'src/**/*.test.ts',
    'tests/{server,scripts,structure,verifier,faults}/**/*.test.ts',
    'tests/e2e/**/*.spec.ts',
  )
  const files = run.map((path) => readTestFile(path, read(path)))
  const elsewhere = found('src/**/*.{test,spec}.{ts,tsx}', 'tests/**/*.{test,spec}.{ts,tsx}').filter(
    (path) => !run.includes(path),
  )
  const folderExists = (folder: string) =>
    ['src/shared', 'src/server', 'src/web', '.'].some((layer) => existsSync(join(projectRoot, layer, folder)))
  const faults = [
    ...faultsIn(areas, files, folderExists),
    ...elsewhere.map((path) => `${path}: no command runs the tests of this file`),
  ]
  return { faults, document: writeCoverage(areas, files) }
}

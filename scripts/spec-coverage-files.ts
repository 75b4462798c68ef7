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
  const files = found('src/**/*.test.ts', 'tests/**/*.{test,spec}.ts').map((path) => readTestFile(path, read(path)))
  const folderExists = (folder: string) =>
    ['shared', 'server', 'web'].some((layer) => existsSync(join(projectRoot, 'src', layer, folder)))
  return { faults: faultsIn(areas, files, folderExists), document: writeCoverage(areas, files) }
}

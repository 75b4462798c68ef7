import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/config.ts'
import { coveragePath, readCoverage } from './spec-coverage-files.ts'

/** `npm run coverage`: writes docs/spec-coverage.md, and says what is missing in the rules and tests it is made from. */
const { faults, document } = readCoverage()
writeFileSync(join(projectRoot, coveragePath), document)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

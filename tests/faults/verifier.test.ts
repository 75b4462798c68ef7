import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelElection } from '../support/audit-package/election-model.ts'
import { runMutations } from '../support/audit-package/mutation-run.ts'
import { sealPackage, zipPackage } from '../support/audit-package/sealed-package.ts'

// Shows verifier-03
test('twenty thousand random changes to a package are each named by a check', { timeout: 1_800_000 }, async () => {
  const seed = Date.now() | 0
  expect((await runMutations(seed, 20_000)).missed, `seed ${seed}`).toEqual([])
})

/** Says at its end what the process has used. */
const tellUsage = `data:text/javascript,process.on('exit',()=>process.stderr.write(JSON.stringify(process.resourceUsage())))`

// Shows verifier-13
test('100,000 ballots are verified within 10 seconds of two cores and 300 MB', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verifier-'))
  try {
    const path = join(folder, 'package.zip')
    const model = modelElection({ voters: 120_000, ballots: 100_000, heads: 3000 })
    writeFileSync(path, zipPackage(sealPackage(model), { streamed: true }))
    const program = join(import.meta.dirname, '../../verifier/verify.ts')
    const { out, usage } = await new Promise<{ out: string; usage: NodeJS.ResourceUsage }>((resolve, reject) => {
      execFile(process.execPath, ['--no-warnings', '--import', tellUsage, program, path], (error, out, said) => {
        if (error) reject(error)
        else resolve({ out, usage: JSON.parse(said) as NodeJS.ResourceUsage })
      })
    })
    const seconds = (usage.userCPUTime + usage.systemCPUTime) / 1e6
    console.log(`${seconds.toFixed(1)} s of CPU, ${Math.round(usage.maxRSS / 1024)} MB`)
    expect(out).toContain('EVERYTHING HOLDS')
    expect(out).toContain('Leaves and heads: 700,000 and 3,000')
    expect(seconds).toBeLessThan(20)
    expect(usage.maxRSS / 1024).toBeLessThan(300)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelElection } from '#tests/support/audit-package/election-model.ts'
import { runMutations } from '#tests/support/audit-package/mutations.ts'
import { sealPackage, zipPackage } from '#tests/support/audit-package/sealed-package.ts'

// Shows verifier-03
test('twenty thousand random changes to a package are each named by a check', { timeout: 1_800_000 }, async () => {
  const seed = Date.now() | 0
  expect((await runMutations(seed, 20_000)).missed, `seed ${seed}`).toEqual([])
})

/**
 * Says at its end what the process has used. The peak of memory comes from the kernel's own account of this program; what
 * `resourceUsage` tells begins with that of the process which started it.
 */
const tellUsage = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage()
    const [, kilobytes] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
    process.stderr.write(JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: kilobytes / 1024 }))
  })`)}`

// Shows verifier-13
test('100,000 ballots are verified within 10 seconds of two cores and 300 MB', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verifier-'))
  try {
    const path = join(folder, 'package.zip')
    const model = modelElection({ voters: 120_000, ballots: 100_000, heads: 3000 })
    writeFileSync(path, zipPackage(sealPackage(model), { streamed: true }))
    const program = join(import.meta.dirname, '../../verifier/verify.ts')
    interface Run {
      out: string
      usage: { seconds: number; megabytes: number }
    }
    const { out, usage } = await new Promise<Run>((resolve, reject) => {
      execFile(
        process.execPath,
        ['--no-warnings', '--import', tellUsage, program, path, '--details'],
        (error, out, said) => {
          if (error) reject(error)
          else resolve({ out, usage: JSON.parse(said) as Run['usage'] })
        },
      )
    })
    console.log(`${usage.seconds.toFixed(1)} s of CPU, ${Math.round(usage.megabytes)} MB`)
    expect(out).toMatch(/^The result is right: /)
    expect(out).toContain('Leaves and heads: 700,000 and 3,000')
    expect(usage.seconds).toBeLessThan(20)
    expect(usage.megabytes).toBeLessThan(300)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

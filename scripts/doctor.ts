import { parseArgs } from 'node:util'
import { z } from 'zod'
import { runDoctor } from '#server/operations/status/doctor.ts'
import { say } from '#server/terminal.ts'
import { needsNothing, worstOf, type Check } from '#shared/check.ts'

/** For the person at the server's keyboard: what is wrong, whether the site runs or not. */
const exitCodes = { ok: 0, warning: 1, wrong: 2 } as const
const marks = { ok: 'ok      ', warning: 'WARNING ', wrong: 'WRONG   ' } as const
const summaries = { ok: 'All is well.', warning: 'Something needs attention.', wrong: 'Something is wrong.' } as const
const usage = 'npm run doctor [-- --send-test-email you@example.org]'

// Whoever reads it may have seen enough: `npm run doctor | head`.
process.stdout.on('error', () => process.exit(exitCodes.warning))
try {
  const { values } = parseArgs({ options: { 'send-test-email': { type: 'string' } } })
  const address = values['send-test-email']
  if (address !== undefined && !z.email().safeParse(address).success) throw new Error(usage)
  const checks: Check[] = []
  for await (const check of runDoctor(process.env, address)) {
    checks.push(check)
    say(`${marks[worstOf([check])]} ${check.title}: ${check.sentence}`)
    const act = check.onServer ?? check.whatToDo
    if (act && !needsNothing(check)) say(`         What to do: ${act}`)
  }
  const worst = worstOf(checks)
  say(`\n${summaries[worst]}`)
  process.exit(exitCodes[worst])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(exitCodes.wrong)
}

import { parseArgs } from 'node:util'
import { z } from 'zod'
import { worstOf } from '#shared/operations/status/check.ts'
import { doctorMarks, doctorText, doctorUsage } from '#shared/operations/status/doctor-text.ts'
import { examine } from '#server/operations/status/doctor.ts'
import type { Finding } from '#server/operations/status/finding.ts'
import { say } from '#server/terminal.ts'

/** For the person at the server's keyboard: what is wrong, whether the site runs or not. */
const exitCodes = { ok: 0, warning: 1, wrong: 2 } as const

// Whoever reads it may have seen enough: `npm run doctor | head`.
process.stdout.on('error', () => process.exit(exitCodes.warning))
try {
  const { values } = parseArgs({ options: { 'send-test-email': { type: 'string' } } })
  const address = values['send-test-email']
  if (address !== undefined && !z.email().safeParse(address).success) throw new Error(doctorUsage)
  const findings: Finding[] = []
  for await (const finding of examine(process.env, address)) {
    findings.push(finding)
    say(`${doctorMarks[finding.state]} ${finding.about}: ${finding.sentence}`)
    if (finding.next && finding.state !== 'ok') say(`         ${doctorText.next}${finding.next}`)
  }
  const worst = worstOf(findings)
  say(`\n${doctorText.summary[worst]}`)
  process.exit(exitCodes[worst])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(exitCodes.wrong)
}

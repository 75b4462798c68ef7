import type { Check } from '../check.ts'
import { broughtChecks } from './brought.ts'
import { certificateChecks } from './certificate.ts'
import { formChecks } from './form.ts'
import { hourChecks } from './hours.ts'
import { leafChecks } from './leaves.ts'
import { recordChecks } from './records.ts'
import { rollChecks } from './roll.ts'
import { signatureChecks } from './signatures.ts'

/** Every check there is, in the order in which people read them. Each catches something that no other does. */
export const checks: readonly Check[] = [
  ...formChecks,
  ...signatureChecks,
  ...recordChecks,
  ...hourChecks,
  ...leafChecks,
  ...rollChecks,
  ...certificateChecks,
  ...broughtChecks,
]

import { fromHex } from '../bytes.ts'
import type { Check, CheckReport } from '../check.ts'
import { isSoundKey } from '../ed25519.ts'
import type { Signed } from '../statements.ts'

/** Whether the site said all this, with one key. */

const refuseForged =
  ({ fail }: CheckReport) =>
  ({ where, signatureHolds }: Signed<unknown>): void => {
    if (!signatureHolds) fail(`the signature of ${where} does not fit`)
  }

const freeze: Check = {
  name: 'freeze-signature',
  sentence: 'The freeze record is signed with the key that it names',
  watch: (report) => ({
    freeze: (signed) => {
      if (!isSoundKey(fromHex(signed.statement.key))) report.fail('the key is one that any signature would fit')
      else refuseForged(report)(signed)
    },
  }),
}

const corrections: Check = {
  name: 'correction-signatures',
  sentence: 'Every correction is signed with that key',
  watch: (report) => ({ correction: refuseForged(report) }),
}

const heads: Check = {
  name: 'head-signatures',
  sentence: 'Every head of the public board is signed with that key',
  watch: (report) => ({ head: refuseForged(report) }),
}

const certificate: Check = {
  name: 'certificate-signature',
  sentence: 'The certificate is signed with that key',
  needs: 'certificate',
  watch: (report) => ({ certificate: refuseForged(report) }),
}

const countersignatures: Check = {
  name: 'countersignature-signatures',
  sentence: 'Every countersignature is signed with that key',
  watch: (report) => ({ countersignature: refuseForged(report) }),
}

export const signatureChecks = [freeze, corrections, heads, certificate, countersignatures]

import type { Asked } from './check.ts'
import { fromHex } from './bytes.ts'
import { readReceiptCode } from './receipt-code.ts'
import { Unusable } from './unusable.ts'

/** What people type, as the checks want it. What cannot be meant so is refused with a sentence. */

export function readFingerprint(typed: string): Pick<Asked, 'fingerprint'> {
  const fingerprint = typed.toLowerCase().replaceAll(/[\s:-]/g, '')
  if (!/^[0-9a-f]{64}$/.test(fingerprint))
    throw new Unusable('A fingerprint has 64 digits and letters from a to f. Please compare it with your note.')
  return { fingerprint }
}

export function readReceipt(typed: string): Pick<Asked, 'receipt'> {
  const read = readReceiptCode(typed)
  if ('problem' in read) throw new Unusable(read.problem)
  return { receipt: read.secret }
}

export function readRollLine(serial: string, salt: string): Pick<Asked, 'rollLine'> {
  const digits = salt.toLowerCase().replaceAll(/[\s-]/g, '')
  if (!serial.trim()) throw new Unusable('Please give the serial number that belongs to the salt.')
  if (!/^[0-9a-f]{32}$/.test(digits))
    throw new Unusable('A salt has 32 digits and letters from a to f. It stands on your profile.')
  return { rollLine: { serial, salt: fromHex(digits) } }
}

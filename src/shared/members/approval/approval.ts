import { z } from 'zod'
import { severalLines } from '../../plain-text.ts'
import { shortText } from '../../short-text.ts'

/** As many as one request approves or rejects; "all" is done in batches of this, so that it can be stopped and resumed. */
export const approvalBatch = 100

const ids = z.array(z.uuid()).min(1).max(approvalBatch)
/** "All" means all who had applied when the administrator pressed the button, not who applies meanwhile. */
const appliedUntil = z.number().int().min(0)
const reason = shortText(1000, 'This is too long')
  .min(1, 'Please give a reason')
  .regex(severalLines, 'This text contains a character we cannot save')

/** `evenReturned`: those of them that the desk showed as sent back to the applicant, and that are approved all the same. */
export const approveSchema = z.object({ ids, evenReturned: z.array(z.uuid()).max(approvalBatch).default([]) })
/** `withoutConcerns`: only those whom nothing speaks against. */
export const approveAllSchema = z.object({ appliedUntil, withoutConcerns: z.boolean().default(false) })
export const rejectSchema = z.object({ ids, reason })
export const rejectAllSchema = z.object({ appliedUntil, reason })

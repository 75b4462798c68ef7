import { z } from 'zod'
import { severalLines } from '../../plain-text.ts'
import { shortText } from '../../short-text.ts'

/** As many as one request approves or rejects; "all" is done in batches of this, so that it can be stopped and resumed. */
export const approvalBatch = 100

/** With the version of the record that the desk showed: who has changed since is not decided on unseen. */
export const shownApplicant = { id: z.uuid(), version: z.number().int().min(1) }
export type ShownApplicant = { id: string; version: number }
const applicants = z.array(z.object(shownApplicant)).min(1).max(approvalBatch)
/** "All" means all who had applied when the administrator pressed the button, not who applies meanwhile. */
const appliedUntil = z.number().int().min(0)
const reason = shortText(1000, 'This is too long')
  .min(1, 'Please give a reason')
  .regex(severalLines, 'This text contains a character we cannot save')

export const approveSchema = z.object({ applicants })
/** `withoutConcerns`: only those whom nothing speaks against. */
export const approveAllSchema = z.object({ appliedUntil, withoutConcerns: z.boolean().default(false) })
export const rejectSchema = z.object({ applicants, reason })
export const rejectAllSchema = z.object({ appliedUntil, reason })

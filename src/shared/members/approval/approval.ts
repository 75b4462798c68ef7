import { z } from 'zod'
import { correctableItems } from '#shared/members/registration/correctable.ts'
import { freeText } from '#shared/short-text.ts'

/** How many one request approves or rejects; "all" is done in batches of this size, so that it can be stopped and resumed. */
export const approvalBatch = 100

/** With the version of the record that the desk showed: somebody who changed since is not decided on unseen. */
const shownApplicant = { id: z.uuid(), version: z.number().int().min(1) }
export type ShownApplicant = { id: string; version: number }
const applicants = z.array(z.object(shownApplicant)).min(1).max(approvalBatch)
/** "All" means all who had applied when the button was pressed, not those who apply meanwhile. */
const appliedUntil = z.number().int().min(0)
/** Why something was not accepted, as the person concerned is told. */
export const reasonRule = freeText(1000).min(1, 'Please give a reason')

export const approveSchema = z.object({ applicants })
/** `withoutConcerns`: only applicants without concerns. */
export const approveAllSchema = z.object({ appliedUntil, withoutConcerns: z.boolean().default(false) })
export const rejectSchema = z.object({ applicants, reason: reasonRule })
export const rejectAllSchema = z.object({ appliedUntil, reason: reasonRule })

/** What is missing when an application is sent back; also shown beside the fields before. */
export const returnProblems = {
  nothingTicked: 'Please tick what the applicant should send again',
  noMessage: 'Please write what the applicant should do',
} as const

/** Sends an application back: what to send again, and a message. */
export const returnSchema = z.object({
  ...shownApplicant,
  items: z
    .array(z.enum(correctableItems as [string, ...string[]]), returnProblems.nothingTicked)
    .min(1, returnProblems.nothingTicked)
    .max(correctableItems.length)
    .transform((items) => correctableItems.filter((item) => items.includes(item))),
  message: freeText(1000).min(1, returnProblems.noMessage),
})
export type CorrectionRequest = z.output<typeof returnSchema>

/** What two records have in common that two people should not. */
export type SharedTrait = 'serial' | 'person' | 'reference' | 'picture'

export interface SimilarRecord {
  id: string
  name: string
  militarySerial: string | null
  birthday: string | null
  idNumber: string | null
  standing: 'member' | 'withdrawn' | 'waiting' | 'sent back'
  /** Milliseconds since 1970. */
  appliedAt: number
  /** The id of the profile picture's file. */
  picture: string | null
  same: SharedTrait[]
}

export interface SimilarRecords {
  records: SimilarRecord[]
  /** When an application with this serial number and birthday was last rejected. */
  rejectedAt: number | null
}

import { z } from 'zod'
import { severalLines } from '../../plain-text.ts'
import { shortText } from '../../short-text.ts'
import { mendableItems } from '../registration/mendable.ts'
import { shownApplicant } from './approval.ts'
import { returningText } from './returning-text.ts'

/** An application that goes back to the applicant: what to send again, and a sentence about it. */
export const returnSchema = z.object({
  ...shownApplicant,
  items: z
    .array(z.enum(mendableItems as [string, ...string[]]), returningText.nothingTicked)
    .min(1, returningText.nothingTicked)
    .max(mendableItems.length)
    .transform((items) => mendableItems.filter((item) => items.includes(item))),
  message: shortText(1000, 'This is too long')
    .min(1, returningText.noMessage)
    .regex(severalLines, 'This text contains a character we cannot save'),
})
export type Return = z.output<typeof returnSchema>

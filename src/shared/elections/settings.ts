import { z } from 'zod'
import { services } from '../members/enums.ts'
import { oneLine } from '../plain-text.ts'
import { manila } from '../time.ts'
import { scheduleFields, scheduleProblems, type Schedule } from './phases.ts'

const line = (max: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, `${what} is required`)
    .max(max, 'This is too long')
    .regex(oneLine, 'Line breaks are not allowed here')

const instant = z.number().int().min(manila('2000-01-01')).max(manila('2100-01-01'))
const schedule = Object.fromEntries(scheduleFields.map((field) => [field, instant])) as Record<
  keyof Schedule,
  typeof instant
>

export const seatSchema = z.object({ slot: line(40, 'The name of a seat'), ms: z.enum(services) })

/** What an administrator sets for an election. */
export const electionSchema = z
  .object({
    title: line(200, 'Title'),
    seats: z.array(seatSchema).min(1, 'An election needs a seat').max(50),
    ...schedule,
    resultsVisible: z.enum(['while voting', 'after close']),
    candidacyFiling: z.boolean(),
    rehearsal: z.boolean(),
    proxyNeedsSecondAdmin: z.boolean(),
  })
  .superRefine((form, check) => {
    for (const [field, message] of Object.entries(scheduleProblems(form)))
      check.addIssue({ code: 'custom', path: [field], message })
    if (new Set(form.seats.map((seat) => seat.slot)).size !== form.seats.length)
      check.addIssue({ code: 'custom', path: ['seats'], message: 'Two seats have the same name' })
  })
export type ElectionForm = z.infer<typeof electionSchema>

export const saveElectionSchema = z.object({
  election: electionSchema,
  version: z.number().int().min(1),
  /** The administrator was shown which times had begun already, and moves them nevertheless. */
  movesConfirmed: z.boolean().default(false),
})

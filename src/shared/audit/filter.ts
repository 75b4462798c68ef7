import { z } from 'zod'
import { shortText } from '#shared/short-text.ts'
import { dayMs } from '#shared/time.ts'
import { manila, type Instant } from '#shared/time.ts'
import { oneLine } from '#shared/typed-text.ts'
import { auditActions } from './actions.ts'
import { kindNames } from './kinds.ts'

/** A day of Manila's calendar, such as `2026-11-16`. */
const day = z.iso.date().refine((typed) => typed >= '2000-01-01' && typed < '2100-01-01')

/** Which entries of the log are wanted. */
export const logFilterSchema = z.object({
  kind: z.enum(kindNames).optional(),
  action: z.enum(auditActions).optional(),
  /** Who did it, by id. */
  actor: z.union([z.literal('system'), z.uuid()]).optional(),
  /** Who did it or whom it was done to, as typed. */
  person: shortText(100).regex(oneLine).optional(),
  from: day.optional(),
  until: day.optional(),
})
export type LogFilter = z.infer<typeof logFilterSchema>

/** From the first instant of the one day to before the first one after the other; a bound that was not given is null. */
export function boundsOf({ from, until }: Pick<LogFilter, 'from' | 'until'>): {
  since: Instant | null
  before: Instant | null
} {
  return { since: from ? manila(from) : null, before: until ? manila(until) + dayMs : null }
}

/** How entries name what is gone: enough of its id to tell one from another, and to look for. */
export const referenceOf = (id: string): string => id.slice(0, 8).toUpperCase()
export const isReference = (typed: string): boolean => /^[0-9a-f]{8}$/i.test(typed)

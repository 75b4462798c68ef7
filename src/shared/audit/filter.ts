import { z } from 'zod'
import { shortText } from '#shared/short-text.ts'
import { dayMs } from '#shared/time.ts'
import { manila, type Instant } from '#shared/time.ts'
import { oneLine } from '#shared/typed-text.ts'
import { auditActions } from './actions.ts'
import { kindNames } from './kinds.ts'

/** A day of Manila's calendar, such as `2026-11-16`. */
const day = z.iso.date().refine((typed) => typed >= '2000-01-01' && typed < '2100-01-01')

/** Which entries of the log to show. */
export const logFilterSchema = z.object({
  kind: z.enum(kindNames).optional(),
  action: z.enum(auditActions).optional(),
  /** The actor's id. */
  actor: z.union([z.literal('system'), z.uuid()]).optional(),
  /** The actor or the person it was done to, as typed. */
  person: shortText(100).regex(oneLine).optional(),
  from: day.optional(),
  until: day.optional(),
})
export type LogFilter = z.infer<typeof logFilterSchema>

/** From the start of the first day to the end of the last day, exclusive; null for a bound that is missing. */
export function boundsOf({ from, until }: Pick<LogFilter, 'from' | 'until'>): {
  since: Instant | null
  before: Instant | null
} {
  return { since: from ? manila(from) : null, before: until ? manila(until) + dayMs : null }
}

/** The short form of a deleted id: long enough to tell ids apart and to search for. */
export const referenceOf = (id: string): string => id.slice(0, 8).toUpperCase()
export const isReference = (typed: string): boolean => /^[0-9a-f]{8}$/i.test(typed)

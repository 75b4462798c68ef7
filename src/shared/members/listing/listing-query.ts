import { z } from 'zod'
import { memberFilterShape } from './filter-schema.ts'
import { sorts } from './member-filter.ts'

/** Apart from the list's other rules, so that a browser that only shows it loads no schemas. */
export const listQuerySchema = z.object({
  ...memberFilterShape,
  approved: z.enum(['true', 'false']).default('true'),
  /** Of the applicants: those who were asked for a correction, in the place of those who wait for an administrator. */
  returned: z.enum(['true', 'false']).default('false'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  sort: z.enum(sorts).optional(),
})

export type ListQuery = z.output<typeof listQuerySchema>

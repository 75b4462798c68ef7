import { z } from 'zod'
import { regions, services } from '../enums.ts'
import { shortText } from '../../short-text.ts'

/** Apart from the list's other rules, so that a browser that only shows it loads no schemas. */
export const listQuerySchema = z.object({
  approved: z.enum(['true', 'false']).default('true'),
  /** Of the applicants: those who were asked for a correction, in the place of those who wait for an administrator. */
  returned: z.enum(['true', 'false']).default('false'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  searchQuery: shortText(100)
    .default('')
    // Nobody types a character that the database cannot hold.
    .transform((typed) => typed.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim()),
  service: z.enum(services).optional(),
  region: z.enum(regions).optional(),
})

export type ListQuery = z.output<typeof listQuerySchema>

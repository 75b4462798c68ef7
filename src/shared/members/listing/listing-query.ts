import { z } from 'zod'
import { recordOf } from '#shared/objects.ts'
import { shortText } from '#shared/short-text.ts'
import { membersPerPage, rowChoices } from './listing.ts'
import { choices, isDay, joinedDays, maxTicked, sorts, typedLength, type MemberFilter } from './member-filter.ts'

/** What is typed: nobody types a character that the database cannot hold. */
const typedText = (max: number) => shortText(max).transform((typed) => typed.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim())

/** A `MemberFilter` from a query string; what it cannot mean is refused. */
export const memberFilterShape = {
  searchQuery: typedText(typedLength.searchQuery).default(''),
  rank: typedText(typedLength.rank).optional(),
  unit: typedText(typedLength.unit).optional(),
  service: z.enum(choices.service).optional(),
  region: z.enum(choices.region).optional(),
  status: z.enum(choices.status).optional(),
  missing: z.enum(choices.missing).optional(),
  password: z.enum(choices.password).optional(),
  email: z.enum(choices.email).optional(),
  standing: z.enum(choices.standing).optional(),
  ...recordOf(joinedDays, () => z.string().refine(isDay).optional()),
  ids: z
    .string()
    .transform((list) => [...new Set(list.split(','))])
    .pipe(z.array(z.uuid()).max(maxTicked))
    .optional(),
} satisfies Record<keyof MemberFilter, z.ZodType>
export const memberFilterSchema = z.object(memberFilterShape)

const page = z.coerce.number().int().min(1).max(100_000).default(1)

/** Apart from the list's other rules, so that a browser that only shows it loads no schemas. */
export const listQuerySchema = z.object({
  ...memberFilterShape,
  approved: z.enum(['true', 'false']).default('true'),
  /** Of the applicants: those who were asked for a correction, in the place of those who wait for an administrator. */
  returned: z.enum(['true', 'false']).default('false'),
  page,
  rows: z.enum(rowChoices.map(String)).transform(Number).default(membersPerPage),
  /** `7 ARRAPI-000-123`: who is the first on another page, from which this one is found without counting to it. */
  near: z
    .string()
    .regex(/^\d{1,6} \S{1,30}$/)
    .transform((near) => ({ page: Number.parseInt(near), idNumber: near.split(' ')[1] ?? '' }))
    .optional(),
  sort: z.enum(sorts).optional(),
})

export type ListQuery = z.output<typeof listQuerySchema>

/** Whom the treasury looks for: by name or number, by how they stand on a day, or by what they are waited for. */
export const payersQuerySchema = z.object({
  q: typedText(typedLength.searchQuery).default(''),
  standing: z.enum([...choices.standing, 'unreached', 'asked again']).optional(),
  on: z.string().refine(isDay).optional(),
  page,
})
export type PayersQuery = z.output<typeof payersQuerySchema>

import { z } from 'zod'
import { recordOf } from '#shared/objects.ts'
import { shortText } from '#shared/short-text.ts'
import { membersPerPage, rowChoices } from './listing.ts'
import { choices, isDay, joinedDays, maxTicked, sorts, typedLength, type MemberFilter } from './member-filter.ts'

/** Replaces control characters and lone surrogates, which nobody types and the database cannot store. */
const typedText = (max: number) => shortText(max).transform((typed) => typed.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim())

/** Parses a `MemberFilter` from a query string and refuses invalid values. */
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

/** In its own file, so that browsers which only show the list load no schemas. */
export const listQuerySchema = z.object({
  ...memberFilterShape,
  approved: z.enum(['true', 'false']).default('true'),
  /** Lists applicants who were asked for a correction instead of those who wait for a decision. */
  returned: z.enum(['true', 'false']).default('false'),
  page,
  rows: z.enum(rowChoices.map(String)).transform(Number).default(membersPerPage),
  /** `7 ARRAPI-000-123`: the first member on page 7, so that a nearby page is found without counting from the start. */
  near: z
    .string()
    .regex(/^\d{1,6} \S{1,30}$/)
    .transform((near) => ({ page: Number.parseInt(near), idNumber: near.split(' ')[1] ?? '' }))
    .optional(),
  sort: z.enum(sorts).optional(),
})

export type ListQuery = z.output<typeof listQuerySchema>

/** Finds members for the treasury: by name or number, by their standing on a day, or by what is still open with them. */
export const payersQuerySchema = z.object({
  q: typedText(typedLength.searchQuery).default(''),
  standing: z.enum([...choices.standing, 'unreached', 'asked again']).optional(),
  on: z.string().refine(isDay).optional(),
  page,
})
export type PayersQuery = z.output<typeof payersQuerySchema>

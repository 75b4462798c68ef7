import { z } from 'zod'
import { profileRules } from '#shared/members/profile/profile.ts'

/** What is set for many members at once: where they belong, and nothing that says who somebody is or how they log in. */
export const manyFields = ['region', 'unitAssignment'] as const

export const manyChangeSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('region'), value: profileRules.region }),
  z.object({ field: z.literal('unitAssignment'), value: profileRules.unitAssignment }),
])
export type ManyChange = z.output<typeof manyChangeSchema>

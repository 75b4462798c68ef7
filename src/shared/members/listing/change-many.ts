import { z } from 'zod'
import { profileRules } from '#shared/members/profile/profile.ts'

/** Fields that can be set for many members at once: none identifies a person or affects their login. */
export const bulkEditableFields = ['region', 'unitAssignment'] as const

export const manyChangeSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('region'), value: profileRules.region }),
  z.object({ field: z.literal('unitAssignment'), value: profileRules.unitAssignment }),
])
export type ManyChange = z.output<typeof manyChangeSchema>

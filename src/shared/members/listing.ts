import { z } from 'zod'
import type { Region, Service } from './enums.ts'

export const membersPerPage = 10
export const searchDebounceMs = 500
/** How long a browser keeps a page of the list. */
export const listKeptMs = 60_000
/** A search is counted up to here; a count beyond it means "more than this many". */
export const countedUpTo = 200

export const listQuerySchema = z.object({
  approved: z.enum(['true', 'false']).default('true'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  searchQuery: z.string().trim().max(100).default(''),
})

/** Why an administrator should look twice at an application. */
export type Concern =
  | 'payment-reference-seen'
  | 'payment-picture-seen'
  | 'document-missing'
  | 'payment-proof-missing'
  | 'signature-missing'
  | 'picture-missing'

/** What every signed-in person may see of a member. */
export interface ListedMember {
  idNumber: string | null
  firstName: string
  middleName: string | null
  lastName: string
  suffix: string | null
  rank: string | null
  ms: Service | null
  region: Region | null
  unitAssignment: string | null
}

/** What those who may read any profile get beside it; `concerns` only for applicants, `militarySerial` only for administrators. */
export interface ListedForReaders extends ListedMember {
  id: string
  militarySerial?: string | null
  withdrawn: boolean
  /** Milliseconds since 1970. */
  appliedAt?: number
  concerns?: Concern[]
}

export interface MembersPage {
  users: (ListedMember | ListedForReaders)[]
  count: number
  page: number
}

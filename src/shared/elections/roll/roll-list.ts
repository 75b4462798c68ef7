import { z } from 'zod'
import type { Service } from '../../members/enums.ts'
import type { Instant } from '../../time.ts'
import { rollRegions, type RollRegion } from '../roll-regions.ts'

export const rollPerPage = 50

/** Which lines the committee looks at. */
export const rollFilters = ['all', 'voted', 'not voted', 'by proxy', 'struck'] as const
export type RollFilter = (typeof rollFilters)[number]

export const rollListSchema = z.object({
  q: z.string().max(100).default(''),
  region: z.enum(rollRegions).optional(),
  show: z.enum(rollFilters).default('all'),
  /** The ID number of the last one on the page before. */
  after: z.string().max(30).optional(),
})
export type RollListQuery = z.output<typeof rollListSchema>

export interface ListedVoter {
  id: string
  name: string
  idNumber: string
  rank: string | null
  ms: Service | null
  region: RollRegion
  voted: boolean
  byProxy: boolean
  /** The numbers of the corrections that added and struck the line. */
  added: number | null
  struck: number | null
  /** Has left since the roll was frozen: stays on it, and cannot log in. */
  withdrawn: boolean
}

export interface RollCount {
  region: RollRegion
  onRoll: number
  voted: number
}

/** What stands above the list. */
export interface RollState {
  electionId: string
  title: string
  /** When the roll is drawn up, or was. */
  freezesAt: Instant
  frozenAt: Instant | null
  /** Whether the freeze record is signed: from then on a correction is a public record of its own. */
  recordSigned: boolean
  correctable: boolean
  /** By region, of those on the roll; before it is frozen, of those who would be on it now. */
  counts: RollCount[]
  proxies: number
}

export interface RollPage {
  voters: ListedVoter[]
  /** Where the next page begins; null on the last. */
  next: string | null
}

/** A member's own line on the roll of an election. */
export interface MyLine {
  electionId: string
  election: string
  line: string
  /** Both null once they were removed, a while after certification. */
  salt: string | null
  serial: string | null
  region: RollRegion
  added: number | null
  struck: number | null
  voted: boolean
  byProxy: boolean
}

/** How long after certification salts and serial numbers stay on the roll: whoever doubts the result can check until then. */
export const saltsKeptMs = 30 * 24 * 60 * 60 * 1000

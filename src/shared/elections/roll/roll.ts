import { z } from 'zod'
import { joinBytes, label, utf8, uuidBytes, type Sha256 } from '#shared/elections/board/bytes.ts'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { type RollRegion, type Service, rollRegions } from '#shared/members/enums.ts'
import { freeText } from '#shared/short-text.ts'
import { dayMs, type Instant } from '#shared/time.ts'

const lineLabel = label('roll/1')

/**
 * A voter's line on the published roll: who knows the salt finds the person's line, who does not cannot try out serial
 * numbers.
 */
export const rollLine = (sha256: Sha256, electionId: string, salt: Uint8Array, serial: string): Uint8Array =>
  sha256(joinBytes(lineLabel, uuidBytes(electionId), salt, utf8(serial)))

/** What the tree over the roll is made of, in the order of the lines. */
export const rollLeaf = (line: Uint8Array, region: RollRegion): Uint8Array => joinBytes(line, utf8(region))

/** Why something of the freeze record is corrected. Everybody reads it. */
export const publicReason = freeText(1000).refine(
  (text) => text.split(/\s+/).length >= 3,
  'Please give the reason in a few words',
)

export const rollCorrectionSchema = z.object({
  act: z.enum(['add', 'strike']),
  memberId: z.uuid(),
  reason: publicReason,
})
export type RollCorrectionForm = z.infer<typeof rollCorrectionSchema>

/** What decides whether the roll of an election can be corrected. */
export interface CorrectableElection extends Pick<Schedule, 'votingCloses'> {
  rollFrozenAt: Instant | null
  countClosedAt: Instant | null
  certifiedAt: Instant | null
}

/** What is known of the member the correction is about. */
export interface RollMember {
  isPresentMember: boolean
  listed: 'never' | 'on the roll' | 'struck'
  hasBallot: boolean
  proxyWaits: boolean
}

type Refusal = Extract<ErrorCode, `roll-${string}`>

/** Until the roll is frozen there is nothing to correct; once voting has closed it stays as it is. */
export function whyCannotCorrect(election: CorrectableElection, now: Instant): Refusal | null {
  if (election.certifiedAt !== null || election.countClosedAt !== null || election.votingCloses <= now)
    return 'roll-closed'
  return election.rollFrozenAt === null ? 'roll-not-frozen' : null
}

/**
 * Whether those on the roll can still vote, or will be able to. Nobody loses their membership or their data meanwhile: they would
 * be kept from voting, and nothing public would say so. Struck from the roll, for a reason everybody reads, they are free to go.
 */
export const isRollOpen = (election: CorrectableElection & { cancelledAt: Instant | null }, now: Instant): boolean =>
  election.cancelledAt === null && whyCannotCorrect(election, now) === null

/** What is to be known of an election on whose open roll somebody stands. */
export interface OpenRoll {
  id: string
  title: string
  proxyNeedsSecondAdmin: boolean
}

export const whyCannotLeave = (openRolls: readonly OpenRoll[]): 'on-open-roll' | null =>
  openRolls.length > 0 ? 'on-open-roll' : null

/** Who was struck stays struck: the published line says so for good, and one line cannot be both. */
export function whyCannotAdd(
  election: CorrectableElection,
  { listed, isPresentMember }: Pick<RollMember, 'listed' | 'isPresentMember'>,
  now: Instant,
): Refusal | null {
  const closed = whyCannotCorrect(election, now)
  if (closed) return closed
  if (listed === 'on the roll') return 'roll-has-member'
  if (listed === 'struck') return 'roll-struck-member'
  return isPresentMember ? null : 'roll-needs-member'
}

export function whyCannotStrike(
  election: CorrectableElection,
  { listed, hasBallot, proxyWaits }: Omit<RollMember, 'isPresentMember'>,
  now: Instant,
): Refusal | null {
  const closed = whyCannotCorrect(election, now)
  if (closed) return closed
  if (listed === 'struck') return 'roll-struck-member'
  if (listed === 'never') return 'roll-lacks-member'
  if (hasBallot) return 'roll-member-voted'
  return proxyWaits ? 'roll-proxy-waits' : null
}

export type LinesByRegion = { [region in RollRegion]?: number | undefined }

/** A correction as everybody may read it: how many lines, never whose. */
export interface PublicCorrection {
  /** Null for one that was made before the freeze record was signed, and is part of it. */
  number: number | null
  at: Instant
  by: string
  reason: string
  added: LinesByRegion
  struck: LinesByRegion
  changes: { field: keyof Schedule; before: Instant; after: Instant }[]
}

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

interface RollCount {
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
  /** Whether it takes only members in good standing then. */
  goodStandingOnly: boolean
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

/** Somebody whose dues keep them off the roll of an election. */
export interface OffRoll {
  /** When members must be in good standing. */
  on: Instant
  /** Whether it is too late to pay for this election. */
  fixed: boolean
  /** What would be enough. */
  centavos: number
}

/** Who is on a roll that is yet to be drawn up is not changed by the way. */
export const whyCannotEndDues = (
  elections: readonly (CorrectableElection & { goodStandingOnly: boolean; cancelledAt: Instant | null })[],
): 'dues-decide-roll' | null =>
  elections.some(
    ({ goodStandingOnly, rollFrozenAt, countClosedAt, cancelledAt }) =>
      goodStandingOnly && rollFrozenAt === null && countClosedAt === null && cancelledAt === null,
  )
    ? 'dues-decide-roll'
    : null

/** How long after certification salts and serial numbers stay on the roll: whoever doubts the result can check until then. */
export const saltsKeptMs = 30 * dayMs

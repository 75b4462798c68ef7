import { z } from 'zod'
import { joinBytes, domainLabel, utf8, uuidBytes, type Sha256 } from '#shared/elections/board/bytes.ts'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { type RollRegion, type Service, rollRegions } from '#shared/members/enums.ts'
import { freeText } from '#shared/short-text.ts'
import { dayMs, type Instant } from '#shared/time.ts'

const lineLabel = domainLabel('roll/1')

/** A voter's line on the published roll: with the salt a person's line can be found; without it serial numbers cannot be tried out. */
export const rollLine = (sha256: Sha256, electionId: string, salt: Uint8Array, serial: string): Uint8Array =>
  sha256(joinBytes(lineLabel, uuidBytes(electionId), salt, utf8(serial)))

/** The leaves of the tree over the roll, in the order of the lines. */
export const rollLeaf = (line: Uint8Array, region: RollRegion): Uint8Array => joinBytes(line, utf8(region))

/** Why something in the freeze record is corrected. It is published. */
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

/** What decides whether an election's roll can be corrected. */
export interface CorrectableElection extends Pick<Schedule, 'votingCloses'> {
  rollFrozenAt: Instant | null
  countClosedAt: Instant | null
  certifiedAt: Instant | null
}

/** What is known about the member to be corrected. */
export interface RollMember {
  isPresentMember: boolean
  listed: 'never' | 'on the roll' | 'struck'
  hasBallot: boolean
  proxyWaits: boolean
}

type Refusal = Extract<ErrorCode, `roll-${string}`>

/** Before the roll is frozen there is nothing to correct; once voting has closed it is final. */
export function whyCannotCorrect(election: CorrectableElection, now: Instant): Refusal | null {
  if (election.certifiedAt !== null || election.countClosedAt !== null || election.votingCloses <= now)
    return 'roll-closed'
  return election.rollFrozenAt === null ? 'roll-not-frozen' : null
}

/**
 * Whether those on the roll can still vote, or will be able to. Meanwhile nobody loses their membership or has their data
 * deleted: they would be kept from voting, and nothing public would say so. Once struck from the roll, for a public reason, they
 * are free to go.
 */
export const isRollOpen = (election: CorrectableElection & { cancelledAt: Instant | null }, now: Instant): boolean =>
  election.cancelledAt === null && whyCannotCorrect(election, now) === null

/** What must be known about an election whose open roll somebody is on. */
export interface OpenRoll {
  id: string
  title: string
  proxyNeedsSecondAdmin: boolean
}

export const whyCannotLeave = (openRolls: readonly OpenRoll[]): 'on-open-roll' | null =>
  openRolls.length > 0 ? 'on-open-roll' : null

/** A struck voter stays struck: the published line says so for good, and a line cannot be both. */
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

/** The public part of a correction: how many lines, never whose. */
export interface PublicCorrection {
  /** Null for one from before the freeze record was signed, which already includes it. */
  number: number | null
  at: Instant
  by: string
  reason: string
  added: LinesByRegion
  struck: LinesByRegion
  changes: { field: keyof Schedule; before: Instant; after: Instant }[]
}

export const rollPerPage = 50

/** Which lines the committee is looking at. */
export const rollFilters = ['all', 'voted', 'not voted', 'by proxy', 'struck'] as const
export type RollFilter = (typeof rollFilters)[number]

export const rollListSchema = z.object({
  q: z.string().max(100).default(''),
  region: z.enum(rollRegions).optional(),
  show: z.enum(rollFilters).default('all'),
  /** The ID number of the last line on the previous page. */
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
  /** Left since the roll was frozen: still on it, but cannot log in. */
  withdrawn: boolean
}

interface RollCount {
  region: RollRegion
  onRoll: number
  voted: number
}

export interface RollState {
  electionId: string
  title: string
  /** When the roll is or was drawn up. */
  freezesAt: Instant
  frozenAt: Instant | null
  /** Whether it takes only members in good standing at that time. */
  goodStandingOnly: boolean
  /** Whether the freeze record is signed: from then on every correction is published separately. */
  recordSigned: boolean
  correctable: boolean
  /** By region, for those on the roll; before it is frozen, for those who would be on it now. */
  counts: RollCount[]
  proxies: number
}

export interface RollPage {
  voters: ListedVoter[]
  /** Where the next page starts; null on the last. */
  next: string | null
}

/** A member's own line on the roll of an election. */
export interface MyLine {
  electionId: string
  election: string
  line: string
  /** Both null once they were deleted, some time after certification. */
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

/** Who will be on a roll yet to be drawn up must not change as a side effect. */
export const whyCannotEndDues = (
  elections: readonly (CorrectableElection & { goodStandingOnly: boolean; cancelledAt: Instant | null })[],
): 'dues-decide-roll' | null =>
  elections.some(
    ({ goodStandingOnly, rollFrozenAt, countClosedAt, cancelledAt }) =>
      goodStandingOnly && rollFrozenAt === null && countClosedAt === null && cancelledAt === null,
  )
    ? 'dues-decide-roll'
    : null

/** How long after certification the roll keeps salts and serial numbers: until then everybody can check the result. */
export const saltsKeptMs = 30 * dayMs

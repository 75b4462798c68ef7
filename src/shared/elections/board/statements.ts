import type { ResultsVisible } from '#shared/elections/lifecycle.ts'
import { scheduleFields, type Schedule } from '#shared/elections/schedule.ts'
import type { Region, Service, RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { joinBytes, domainLabel, utf8, type Sha256 } from './bytes.ts'

/** What the site signs. `docs/audit-package.md` explains every field; keep it in step with this file. */

interface About {
  election: string
}

export interface FreezeRecord extends About {
  type: 'freeze/2'
  title: string
  seats: { slot: string; service: Service }[]
  times: Record<string, string>
  rules: { resultsVisible: ResultsVisible; proxyNeedsSecondAdmin: boolean; goodStandingOnly: boolean }
  nominees: FrozenNominee[]
  roll: { size: number; byRegion: Record<RollRegion, number>; root: string }
  rollFrozenAt: string
  frozenAt: string
  program: string
  key: string
  /** Who follows the board from its first head. */
  witnesses: { name: string; key: string }[]
  /** Null unless an earlier record was lost by restoring an older backup. */
  rollback: (Pick<Rollback, 'at' | 'by' | 'reason'> & { lost: string[] }) | null
}

export interface NamedNominee {
  id: string
  name: string
  rank: string
  service: Service
  region: Region
}

export interface FrozenNominee extends NamedNominee {
  /** SHA-256 of what voters see of the candidate; null if there is none. */
  statement: string | null
  document: string | null
  picture: string | null
}

export interface RollCorrection extends About {
  type: 'correction/1'
  number: number
  previous: string
  at: string
  by: string
  reason: string
  added: { line: string; region: RollRegion }[]
  struck: string[]
  changes: { field: string; before: string; after: string }[]
}

/**
 * A backup reset the database to an earlier state. It is part of the chain of corrections. Heads after `after` that name an
 * earlier record are taken back; everybody who voted since votes again.
 */
export interface Rollback extends About {
  type: 'rollback/1'
  number: number
  previous: string
  at: string
  by: string
  reason: string
  /** The number of the last head that remains. */
  after: number
  /** Hashes of the heads known to be lost. */
  lost: string[]
}

export interface Head extends About {
  type: 'head/2'
  number: number
  previous: string | null
  /** Null in a rehearsal, which is never frozen. */
  record: string | null
  minute: string
  size: number
  root: string
  /** How many ballots are in the box. */
  ballots: number
  /** How many of them are on the board. */
  counted: number
  /** How many of them an administrator cast for the voter. */
  proxies: number
  /** How many of them were cast from a login that an administrator helped with. */
  helped: number
  /** The state of the audit log. */
  log: { entries: number; lastHash: string }
  closed: boolean
}

export interface PromiseStatement extends About {
  type: 'promise/1'
  ballot: string
}

/** Everything on the printed certificate, and the hashes of what it is based on. */
export interface CertificateStatement extends About {
  type: 'certificate/2'
  head: string
  record: string
  participation: string
  title: string
  certifiedAt: string
  certifiedBy: string
  votingOpens: string
  votingCloses: string
  seats: { slot: string; service: Service }[]
  standings: SignedStanding[]
  elected: SignedStanding[]
  vacant: { service: Service; seats: number }[]
  ballots: number
  proxies: number
  helped: number
  turnout: { region: RollRegion; cast: number; eligible: number }[]
  ties: SignedTie[]
  lastHash: string
  logEntries: number
  /** Who followed the board, with their first and last head. */
  witnesses: { name: string; key: string; from: number; to: number }[]
  /** SHA-256 of the verifier released with this version of the program. */
  verifier: string
}

export interface SignedStanding {
  nomineeId: string
  name: string
  rank: string
  service: Service
  region: Region
  votes: number
}

interface SignedTie {
  service: Service
  votes: number
  seats: number
  tied: { nomineeId: string; name: string }[]
  chosen: { nomineeId: string; name: string }[]
  reason: string
  decidedBy: string
  decidedAt: string
}

/** How a tie was decided, signed at the time. */
export interface TieDecisionStatement extends About {
  type: 'decision/1'
  number: number
  service: Service
  chosen: string[]
  reason: string
  by: string
  at: string
}

/** Somebody whose browser or collector follows the board, added after the freeze record. */
export interface Witness extends About {
  type: 'witness/1'
  number: number
  name: string
  role: 'administrator' | 'observer'
  key: string
  at: string
}

/** Signed by a witness, not by the site: this head continues all those I know. */
export interface Cosignature extends About {
  type: 'cosignature/1'
  head: string
  witness: string
}

/** Signed with a witness's key. */
export interface Countersignature extends About {
  type: 'countersignature/1'
  certificate: string
  witness: string
  by: string
  role: 'administrator' | 'observer'
  at: string
}

/** Ends the election: what was cast is not counted. It names the last head, so that nothing can be added to the board unnoticed. */
interface Cancellation extends About {
  type: 'cancellation/1'
  at: string
  by: string
  reason: string
  /** Null if voting had not opened. */
  head: string | null
}

export type Statement =
  | FreezeRecord
  | RollCorrection
  | Rollback
  | Head
  | PromiseStatement
  | TieDecisionStatement
  | CertificateStatement
  | Witness
  | Cosignature
  | Countersignature
  | Cancellation
export type StatementType = Statement['type']

/** As stored, shown and published: the signed text, and the signature in hexadecimal. */
export interface Signed {
  statement: string
  signature: string
}

/** The bytes that are signed and hashed: the type comes first, so that no statement can be passed off as another type. */
export const statementBytes = (type: StatementType, text: string): Uint8Array =>
  joinBytes(domainLabel(type), utf8(text))

export const statementText = (statement: Statement): string => canonicalJson(statement)

export const statementHash = (sha256: Sha256, type: StatementType, text: string): Uint8Array =>
  sha256(statementBytes(type, text))

/**
 * One text per value (RFC 8785): no spaces, keys ordered by their UTF-16 code units. Used for everything that is signed or
 * hashed, so that everybody gets the same bytes.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const entries = new Map<string, unknown>(Object.entries(value))
  const keys = [...entries.keys()].toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(entries.get(key))}`).join(',')}}`
}

/**
 * The parts of a freeze record that are a single value, as text: what `field`, `before` and `after` of a correction refer to.
 * Times are as in the record; seats are canonical JSON.
 */
export const recordFields = (
  record: Pick<FreezeRecord, 'title' | 'seats' | 'times' | 'rules' | 'rollFrozenAt' | 'frozenAt'>,
): Map<string, string> =>
  new Map([
    ['title', record.title],
    ['seats', canonicalJson(record.seats)],
    ['resultsVisible', record.rules.resultsVisible],
    ['proxyNeedsSecondAdmin', String(record.rules.proxyNeedsSecondAdmin)],
    ['goodStandingOnly', String(record.rules.goodStandingOnly)],
    ...scheduleFields.map((field): [string, string] => [timesField(field), record.times[field] ?? '']),
    ['rollFrozenAt', record.rollFrozenAt],
    ['frozenAt', record.frozenAt],
  ])

/** The name of a time in a correction, and back. */
export const timesField = (field: keyof Schedule): string => `times.${field}`
export const timeOfField = (field: string): keyof Schedule | null =>
  scheduleFields.find((one) => timesField(one) === field) ?? null

interface SignedTimes {
  record: Pick<FreezeRecord, 'times'> | null
  corrections: readonly Pick<RollCorrection, 'changes'>[]
}

/** A time of the record after its last correction; null if none was signed. */
export function signedTime({ record, corrections }: SignedTimes, field: keyof Schedule): Instant | null {
  const corrected = corrections
    .flatMap(({ changes }) => changes)
    .findLast((change) => change.field === timesField(field))
  const time = Date.parse(corrected?.after ?? record?.times[field] ?? '')
  return Number.isNaN(time) ? null : time
}

interface ElectionNow extends Schedule {
  title: string
  seats: readonly { slot: string; ms: string }[]
  resultsVisible: string
  proxyNeedsSecondAdmin: boolean
  goodStandingOnly: boolean
  rollFrozenAt: number | null
  frozenAt: number | null
}

/** The same for an election as it is now. */
export function fieldsOfElection(election: ElectionNow): Map<string, string> {
  const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
  return new Map([
    ['title', election.title],
    ['seats', canonicalJson(election.seats.map(({ slot, ms }) => ({ slot, service: ms })))],
    ['resultsVisible', election.resultsVisible],
    ['proxyNeedsSecondAdmin', String(election.proxyNeedsSecondAdmin)],
    ['goodStandingOnly', String(election.goodStandingOnly)],
    ...scheduleFields.map((field): [string, string] => [timesField(field), time(election[field])]),
    ['rollFrozenAt', time(election.rollFrozenAt)],
    ['frozenAt', time(election.frozenAt)],
  ])
}

import {
  anything,
  count,
  digest,
  exactly,
  flag,
  listOf,
  minute,
  nullable,
  object,
  oneOf,
  recordOf,
  text,
  time,
  uuid,
  word,
  type ValueOf,
} from './shape.ts'

/** The statements of docs/audit-package.md, field by field. */

/** More seats than any board has would make a hostile package take for ever. */
const seats = listOf(object({ slot: text, service: word }), 500)

export const freezeShape = object({
  type: exactly('freeze/1'),
  election: uuid,
  title: text,
  seats,
  times: recordOf(text, time),
  rules: object({ resultsVisible: text, proxyNeedsSecondAdmin: flag }),
  nominees: listOf(object({ id: uuid, name: text, rank: text, service: word, region: text })),
  roll: object({ size: count, byRegion: recordOf(word, count), root: digest }),
  rollFrozenAt: time,
  frozenAt: time,
  program: text,
  key: digest,
})

export const correctionShape = object({
  type: exactly('correction/1'),
  election: uuid,
  number: count,
  previous: digest,
  at: time,
  by: text,
  reason: text,
  added: listOf(object({ line: digest, region: word })),
  struck: listOf(digest),
  changes: listOf(object({ field: text, before: anything, after: anything })),
})

export const headShape = object({
  type: exactly('head/1'),
  election: uuid,
  rehearsal: flag,
  number: count,
  previous: nullable(digest),
  /** Null in a rehearsal, which freezes nothing. */
  record: nullable(digest),
  minute,
  size: count,
  root: digest,
  cast: count,
  counted: count,
  closed: flag,
})

const standing = object({ nomineeId: uuid, name: text, rank: text, service: word, region: text, votes: count })
const named = object({ nomineeId: uuid, name: text })

export const certificateShape = object({
  type: exactly('certificate/1'),
  election: uuid,
  title: text,
  certifiedAt: time,
  certifiedBy: text,
  votingOpens: time,
  votingCloses: time,
  seats,
  standings: listOf(standing),
  elected: listOf(standing),
  vacant: listOf(object({ service: word, seats: count })),
  ballots: count,
  proxies: count,
  turnout: listOf(object({ region: word, cast: count, eligible: count })),
  ties: listOf(
    object({
      service: word,
      votes: count,
      seats: count,
      tied: listOf(named),
      chosen: listOf(named),
      reason: text,
      decidedBy: text,
      decidedAt: time,
    }),
  ),
  head: digest,
  record: digest,
  participation: digest,
  lastHash: digest,
  logEntries: count,
})

export const countersignatureShape = object({
  type: exactly('countersignature/1'),
  election: uuid,
  certificate: digest,
  by: text,
  role: oneOf('administrator', 'observer'),
  at: time,
})

export type Freeze = ValueOf<typeof freezeShape>
export type Correction = ValueOf<typeof correctionShape>
export type Head = ValueOf<typeof headShape>
export type Certificate = ValueOf<typeof certificateShape>
export type Countersignature = ValueOf<typeof countersignatureShape>
export type Nominee = Freeze['nominees'][number]
export type Seat = Freeze['seats'][number]
export type Standing = Certificate['standings'][number]

/** A statement as it was read. */
export interface Signed<Statement> {
  /** Such as `line 3 of heads.ndjson`. */
  readonly where: string
  readonly statement: Statement
  /** SHA-256 of the signed bytes, by which others name it. */
  readonly hash: string
  /** Whether its signature fits the key of the freeze record. */
  readonly signatureHolds: boolean
}

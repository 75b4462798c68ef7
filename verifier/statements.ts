import { toBytes } from './bytes.ts'
import { printable } from './problems.ts'

/**
 * What a parsed statement must look like. A value of the wrong kind throws `WrongShape`, for nothing can be done with it; a field
 * that should not be there is noted and reading goes on.
 */
export type Shape<Value> = ((value: unknown, path: string, extra: string[]) => void) & { readonly type?: Value }
type ValueOf<One> = One extends Shape<infer Value> ? Value : never

export class WrongShape extends Error {}

function wrong(path: string, wanted: string, value: unknown): never {
  throw new WrongShape(`${path || 'the statement'} should be ${wanted}, not ${printable(value)}`)
}

const fits =
  <Value>(wanted: string, test: (value: unknown) => boolean): Shape<Value> =>
  (value, path) => {
    if (!test(value)) wrong(path, wanted, value)
  }

const matches = (wanted: string, pattern: RegExp): Shape<string> =>
  fits(wanted, (value) => typeof value === 'string' && pattern.test(value))

const text = fits<string>('text', (value) => typeof value === 'string')
/** Stands in lists whose fields are separated by commas. */
const word = fits<string>(
  'text of 1 to 255 bytes without comma or quote',
  (value) => typeof value === 'string' && /^[^\p{Cc},"]+$/u.test(value) && toBytes(value).length < 256,
)
const flag = fits<boolean>('true or false', (value) => typeof value === 'boolean')
const count = fits<number>('a number', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
const digest = matches('64 hexadecimal digits', /^[0-9a-f]{64}$/)
const uuid = matches('an id', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const anything: Shape<unknown> = () => undefined

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const isTime = (value: unknown): value is string =>
  typeof value === 'string' &&
  timePattern.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  // The calendar has no 31 June, although Date.parse may take it for 1 July.
  new Date(value).toISOString() === value
const time = fits<string>('a time such as 2025-03-29T09:00:00.000Z', isTime)
const minute = fits<string>('a whole minute', (value) => isTime(value) && value.endsWith(':00.000Z'))

const exactly = <const Value extends string | boolean>(wanted: Value): Shape<Value> =>
  fits(printable(wanted), (value) => value === wanted)

const oneOf = <const Value extends string>(...wanted: Value[]): Shape<Value> =>
  fits(wanted.join(' or '), (value) => wanted.some((one) => one === value))

const nullable =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value, path, extra) => {
    if (value !== null) shape(value, path, extra)
  }

const listOf =
  <Value>(shape: Shape<Value>, most = 20_000): Shape<Value[]> =>
  (value, path, extra) => {
    if (!Array.isArray(value)) wrong(path, 'a list', value)
    if (value.length > most) throw new WrongShape(`${path} has more than ${most} entries`)
    for (const [i, one] of value.entries()) shape(one, `${path}[${i}]`, extra)
  }

/** An object whose keys are data, such as regions. */
const recordOf =
  <Value>(key: Shape<string>, shape: Shape<Value>): Shape<Record<string, Value>> =>
  (value, path, extra) => {
    if (!isObject(value)) wrong(path, 'an object', value)
    for (const [name, one] of Object.entries(value)) {
      key(name, `a key of ${path}`, extra)
      shape(one, `${path}.${printable(name)}`, extra)
    }
  }

const object =
  <Fields extends Record<string, Shape<unknown>>>(
    fields: Fields,
  ): Shape<{ [Key in keyof Fields]: ValueOf<Fields[Key]> }> =>
  (value, path, extra) => {
    if (!isObject(value)) wrong(path, 'an object', value)
    const within = path && `${path}.`
    for (const [name, shape] of Object.entries(fields)) {
      if (!Object.hasOwn(value, name)) wrong(`${within}${name}`, 'there', undefined)
      shape(value[name], `${within}${name}`, extra)
    }
    for (const name of Object.keys(value)) if (!Object.hasOwn(fields, name)) extra.push(`${within}${printable(name)}`)
  }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  number: count,
  previous: nullable(digest),
  /** Null in a rehearsal, which is an election of its own and freezes nothing. */
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

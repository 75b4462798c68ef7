import { toBytes } from './bytes.ts'
import { printable } from './problems.ts'

/**
 * The shape of each parsed statement. A value of the wrong kind throws `WrongShape`, because it is of no use. An
 * unexpected field is only noted.
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
/** Appears in lists whose fields are separated by commas, so it has none. */
const word = fits<string>(
  'text of 1 to 255 bytes without comma or quote',
  (value) => typeof value === 'string' && /^[^\p{Cc},"]+$/u.test(value) && toBytes(value).length < 256,
)
const flag = fits<boolean>('true or false', (value) => typeof value === 'boolean')
const count = fits<number>('a number', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
const digest = matches('64 hexadecimal digits', /^[0-9a-f]{64}$/)
const uuid = matches('an id', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

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

/** More than any board has: endless seats would make a hostile package take forever. */
const seats = listOf(object({ slot: text, service: word }), 500)

export const freezeShape = object({
  type: exactly('freeze/2'),
  election: uuid,
  title: text,
  seats,
  times: recordOf(text, time),
  rules: object({ resultsVisible: text, proxyNeedsSecondAdmin: flag, goodStandingOnly: flag }),
  nominees: listOf(
    object({
      id: uuid,
      name: text,
      rank: text,
      service: word,
      region: text,
      statement: nullable(digest),
      document: nullable(digest),
      picture: nullable(digest),
    }),
  ),
  roll: object({ size: count, byRegion: recordOf(word, count), root: digest }),
  rollFrozenAt: time,
  frozenAt: time,
  program: text,
  key: digest,
  witnesses: listOf(object({ name: text, key: digest })),
  rollback: nullable(object({ at: time, by: text, reason: text, lost: listOf(digest) })),
})

const correctionShape = object({
  type: exactly('correction/1'),
  election: uuid,
  number: count,
  previous: digest,
  at: time,
  by: text,
  reason: text,
  added: listOf(object({ line: digest, region: word })),
  struck: listOf(digest),
  changes: listOf(object({ field: text, before: text, after: text })),
})

const rollbackShape = object({
  type: exactly('rollback/1'),
  election: uuid,
  number: count,
  previous: digest,
  at: time,
  by: text,
  reason: text,
  after: count,
  lost: listOf(digest, 100_000),
})

/** The records that may follow the freeze record in its chain. */
export const linkShape: Shape<Correction | Rollback> = (value, path, extra) =>
  (isObject(value) && value['type'] === 'rollback/1' ? rollbackShape : correctionShape)(value, path, extra)

export const headShape = object({
  type: exactly('head/2'),
  election: uuid,
  number: count,
  previous: nullable(digest),
  /** Null in a rehearsal, which is a separate election without a freeze record. */
  record: nullable(digest),
  minute,
  size: count,
  root: digest,
  ballots: count,
  counted: count,
  proxies: count,
  helped: count,
  log: object({ entries: count, lastHash: text }),
  closed: flag,
})

/** The shape of a collected line, by its text. Anything unknown is read as a head, and so refused. */
export const collectedShape = (line: string): Shape<Freeze | Head | Link> =>
  line.includes('\\"type\\":\\"freeze/2\\"')
    ? freezeShape
    : /\\"type\\":\\"(?:rollback|correction)\/1\\"/.test(line)
      ? linkShape
      : headShape

const standing = object({ nomineeId: uuid, name: text, rank: text, service: word, region: text, votes: count })
const named = object({ nomineeId: uuid, name: text })

export const certificateShape = object({
  type: exactly('certificate/2'),
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
  helped: count,
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
  witnesses: listOf(object({ name: text, key: digest, from: count, to: count })),
  verifier: digest,
})

export const decisionShape = object({
  type: exactly('decision/1'),
  election: uuid,
  number: count,
  service: word,
  chosen: listOf(uuid),
  reason: text,
  by: text,
  at: time,
})

const role = oneOf('administrator', 'observer')

export const witnessShape = object({
  type: exactly('witness/1'),
  election: uuid,
  number: count,
  name: text,
  role,
  key: digest,
  at: time,
})

export const cosignatureShape = object({
  type: exactly('cosignature/1'),
  election: uuid,
  head: digest,
  witness: digest,
})

export const countersignatureShape = object({
  type: exactly('countersignature/1'),
  election: uuid,
  certificate: digest,
  witness: digest,
  by: text,
  role,
  at: time,
})

export type Freeze = ValueOf<typeof freezeShape>
export type Correction = ValueOf<typeof correctionShape>
export type Rollback = ValueOf<typeof rollbackShape>
export type Link = Correction | Rollback
export type Head = ValueOf<typeof headShape>
export type Certificate = ValueOf<typeof certificateShape>
export type Decision = ValueOf<typeof decisionShape>
export type Witness = ValueOf<typeof witnessShape>
export type Cosignature = ValueOf<typeof cosignatureShape>
export type Countersignature = ValueOf<typeof countersignatureShape>
export type Nominee = Freeze['nominees'][number]
export type Seat = Freeze['seats'][number]
export type VoteCount = Certificate['standings'][number]

/** A statement as it was read. */
export interface Signed<Statement> {
  /** Such as `line 3 of heads.ndjson`. */
  readonly where: string
  readonly statement: Statement
  /** SHA-256 of the signed bytes, by which others name it. */
  readonly hash: string
  /** Whether its signature verifies with the key of the freeze record, or of the witness who signed it. */
  readonly signatureHolds: boolean
}

/**
 * Whether only the holder of the secret can make signatures for this key. With one of the eight points of small order
 * anybody could; these are their y, without the sign of x. Nor may a key be a second spelling of another: then y is at
 * least 2^255 - 19.
 */
const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]

export function isSoundKey(key: string): boolean {
  const lastByte = Number.parseInt(key.slice(62), 16) & 0x7f
  const y = key.slice(0, 62) + lastByte.toString(16).padStart(2, '0')
  return !smallOrder.includes(y) && !/^(?:e[d-f]|f.)f{60}7f$/.test(y)
}

import { toBytes } from './bytes.ts'
import { shown } from './unusable.ts'

/**
 * What a parsed statement must look like. A value of the wrong kind throws `WrongShape`, for nothing can be done with it; a field
 * that should not be there is noted and reading goes on.
 */
export type Shape<Value> = ((value: unknown, path: string, extra: string[]) => void) & { readonly type?: Value }
export type ValueOf<One> = One extends Shape<infer Value> ? Value : never

export class WrongShape extends Error {}

function wrong(path: string, wanted: string, value: unknown): never {
  throw new WrongShape(`${path || 'the statement'} should be ${wanted}, not ${shown(value)}`)
}

const fits =
  <Value>(wanted: string, test: (value: unknown) => boolean): Shape<Value> =>
  (value, path) => {
    if (!test(value)) wrong(path, wanted, value)
  }

const matches = (wanted: string, pattern: RegExp): Shape<string> =>
  fits(wanted, (value) => typeof value === 'string' && pattern.test(value))

export const text = fits<string>('text', (value) => typeof value === 'string')
/** Stands in lists whose fields are separated by commas. */
export const word = fits<string>(
  'text of 1 to 255 bytes without comma or quote',
  (value) => typeof value === 'string' && /^[^\p{Cc},"]+$/u.test(value) && toBytes(value).length < 256,
)
export const flag = fits<boolean>('true or false', (value) => typeof value === 'boolean')
export const count = fits<number>('a number', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
export const digest = matches('64 hexadecimal digits', /^[0-9a-f]{64}$/)
export const uuid = matches('an id', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
export const anything: Shape<unknown> = () => undefined

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const isTime = (value: unknown): value is string =>
  typeof value === 'string' &&
  timePattern.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  // The calendar has no 31 June, although Date.parse may take it for 1 July.
  new Date(value).toISOString() === value
export const time = fits<string>('a time such as 2025-03-29T09:00:00.000Z', isTime)
export const minute = fits<string>('a whole minute', (value) => isTime(value) && value.endsWith(':00.000Z'))

export const exactly = <const Value extends string | boolean>(wanted: Value): Shape<Value> =>
  fits(shown(wanted), (value) => value === wanted)

export const oneOf = <const Value extends string>(...wanted: Value[]): Shape<Value> =>
  fits(wanted.join(' or '), (value) => wanted.some((one) => one === value))

export const nullable =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value, path, extra) => {
    if (value !== null) shape(value, path, extra)
  }

export const listOf =
  <Value>(shape: Shape<Value>, most = 20_000): Shape<Value[]> =>
  (value, path, extra) => {
    if (!Array.isArray(value)) wrong(path, 'a list', value)
    if (value.length > most) throw new WrongShape(`${path} has more than ${most} entries`)
    for (const [i, one] of value.entries()) shape(one, `${path}[${i}]`, extra)
  }

/** An object whose keys are data, such as regions. */
export const recordOf =
  <Value>(key: Shape<string>, shape: Shape<Value>): Shape<Record<string, Value>> =>
  (value, path, extra) => {
    if (!isObject(value)) wrong(path, 'an object', value)
    for (const [name, one] of Object.entries(value)) {
      key(name, `a key of ${path}`, extra)
      shape(one, `${path}.${shown(name)}`, extra)
    }
  }

export const object =
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
    for (const name of Object.keys(value)) if (!Object.hasOwn(fields, name)) extra.push(`${within}${shown(name)}`)
  }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

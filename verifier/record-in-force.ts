import { canonicalJson } from './canonical.ts'
import { isTime } from './shape.ts'
import type { Correction, Freeze, Nominee, Seat } from './statements.ts'
import { shown } from './unusable.ts'

/** The freeze record with the corrections made to it so far. */
export interface RecordInForce {
  title: string
  readonly seats: readonly Seat[]
  readonly times: Map<string, string>
  readonly rules: Map<string, unknown>
  readonly nominees: Map<string, Nominee>
}

export const recordOfFreeze = ({ title, seats, times, rules, nominees }: Freeze): RecordInForce => ({
  title,
  seats,
  times: new Map(Object.entries(times)),
  rules: new Map(Object.entries(rules)),
  nominees: new Map(nominees.map((nominee) => [nominee.id, { ...nominee }])),
})

export interface Hours {
  readonly votingOpens: string
  readonly votingCloses: string
}

/** The hours of voting after a correction. */
export function hoursAfter({ votingOpens, votingCloses }: Hours, { changes }: Correction): Hours {
  const latest = (name: string, was: string) =>
    changes.reduce((time, { field, after }) => (field === `times.${name}` && isTime(after) ? after : time), was)
  return { votingOpens: latest('votingOpens', votingOpens), votingCloses: latest('votingCloses', votingCloses) }
}

/** Makes a correction's changes; returns what is wrong with them. */
export const correct = (record: RecordInForce, { changes }: Correction): string[] =>
  changes.flatMap((change) => makeChange(record, change) ?? [])

function makeChange(record: RecordInForce, { field, before, after }: Correction['changes'][number]): string | null {
  const place = placeOf(record, field)
  if (!place) return `"${shown(field)}" is nothing that can be corrected`
  const was = place.value()
  if (!place.takes(after)) return `"${shown(field)}" cannot become ${shown(after)}`
  place.set(after)
  return canonicalJson(was) === canonicalJson(before)
    ? null
    : `"${shown(field)}" was ${shown(was)} until then, not ${shown(before)}`
}

interface Place {
  value: () => unknown
  takes: (after: unknown) => boolean
  set: (after: unknown) => void
}

const isText = (value: unknown): value is string => typeof value === 'string'

function placeOf(record: RecordInForce, field: string): Place | null {
  const [first = '', second = '', third = ''] = field.split('.')
  if (field === 'title')
    return { value: () => record.title, takes: isText, set: (after) => (record.title = String(after)) }
  if (field === `times.${second}` && record.times.has(second))
    return {
      value: () => record.times.get(second),
      takes: isTime,
      set: (after) => record.times.set(second, String(after)),
    }
  if (field === `rules.${second}` && record.rules.has(second)) {
    const was = record.rules.get(second)
    const takes = (after: unknown) => typeof after === typeof was
    return { value: () => was, takes, set: (after) => record.rules.set(second, after) }
  }
  const nominee = record.nominees.get(second)
  if (first !== 'nominees' || field !== `nominees.${second}.${third}` || !nominee) return null
  if (third !== 'name' && third !== 'rank' && third !== 'region') return null
  return { value: () => nominee[third], takes: isText, set: (after) => (nominee[third] = String(after)) }
}

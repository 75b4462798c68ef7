import { scheduleFields, type Schedule } from '../schedule.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Instant } from '../../time.ts'
import type { Correction, FreezeRecord } from './statements.ts'

/**
 * The parts of a freeze record that are one value each, as text: what `field`, `before` and `after` of a correction are about.
 * Times are as in the record; seats are canonical JSON.
 */
export const recordFields = (record: FreezeRecord): Map<string, string> =>
  new Map([
    ['title', record.title],
    ['seats', canonicalJson(record.seats)],
    ['resultsVisible', record.rules.resultsVisible],
    ['proxyNeedsSecondAdmin', String(record.rules.proxyNeedsSecondAdmin)],
    ...scheduleFields.map((field): [string, string] => [timesField(field), record.times[field] ?? '']),
    ['rollFrozenAt', record.rollFrozenAt],
    ['frozenAt', record.frozenAt],
  ])

/** By which a correction names a time, and which time a correction names. */
export const timesField = (field: keyof Schedule): string => `times.${field}`
export const timeOfField = (field: string): keyof Schedule | null =>
  scheduleFields.find((one) => timesField(one) === field) ?? null

/** A time of the record as it was corrected last; null where none was signed. */
export function signedTime(
  { record, corrections }: { record: FreezeRecord | null; corrections: readonly Correction[] },
  field: keyof Schedule,
): Instant | null {
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
  rollFrozenAt: number | null
  frozenAt: number | null
}

/** The same of an election as it stands. */
export function fieldsOf(election: ElectionNow): Map<string, string> {
  const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
  return new Map([
    ['title', election.title],
    ['seats', canonicalJson(election.seats.map(({ slot, ms }) => ({ slot, service: ms })))],
    ['resultsVisible', election.resultsVisible],
    ['proxyNeedsSecondAdmin', String(election.proxyNeedsSecondAdmin)],
    ...scheduleFields.map((field): [string, string] => [timesField(field), time(election[field])]),
    ['rollFrozenAt', time(election.rollFrozenAt)],
    ['frozenAt', time(election.frozenAt)],
  ])
}

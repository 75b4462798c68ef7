import { maxNominatedAtOnce } from '#shared/elections/nomination/nomination.ts'
import { regions, services } from '#shared/members/enums.ts'
import { keepOnDevice, parseJson, readFromDevice, removeFromDevice } from '#web/components/device-storage.ts'
import type { NominatableMember } from './api.ts'

/**
 * The unsaved choices, kept for this tab so that a reload loses nobody. By person and election: on a shared device the next
 * person starts with nobody chosen.
 */
export interface ChosenBy {
  personId: string
  electionId: string
}

const keyOf = ({ personId, electionId }: ChosenBy) => `chosen-nominees ${personId} ${electionId}`

export const readChosen = (by: ChosenBy): NominatableMember[] =>
  parseChosen(readFromDevice(keyOf(by), 'sessionStorage'))

export function writeChosen(by: ChosenBy, chosen: readonly NominatableMember[]): void {
  if (chosen.length === 0) removeFromDevice(keyOf(by), 'sessionStorage')
  else keepOnDevice(keyOf(by), JSON.stringify(chosen), 'sessionStorage')
}

/** What was stored, ignoring anything this page has not written. */
export function parseChosen(text: string | null): NominatableMember[] {
  const kept = parseJson(text)
  return Array.isArray(kept) ? kept.filter(isMember).slice(0, maxNominatedAtOnce) : []
}

const isOneOf = (known: readonly string[], value: unknown) =>
  value === null || (typeof value === 'string' && known.includes(value))
const isText = (value: unknown) => typeof value === 'string' && value.length <= 500

function isMember(value: unknown): value is NominatableMember {
  if (typeof value !== 'object' || value === null) return false
  const { idNumber, name, rank, ms, region, unit } = value as Record<string, unknown>
  return (
    isText(idNumber) &&
    isText(name) &&
    (rank === null || isText(rank)) &&
    (unit === null || isText(unit)) &&
    isOneOf(services, ms) &&
    isOneOf(regions, region)
  )
}

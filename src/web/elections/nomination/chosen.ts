import { maxNominatedAtOnce } from '#shared/elections/nomination/nomination.ts'
import { regions, services } from '#shared/members/enums.ts'
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

/** Never throws: a browser may refuse storage altogether. */
export function readChosen(by: ChosenBy): NominatableMember[] {
  try {
    return parseChosen(window.sessionStorage.getItem(keyOf(by)))
  } catch {
    return []
  }
}

export function writeChosen(by: ChosenBy, chosen: readonly NominatableMember[]): void {
  try {
    if (chosen.length === 0) window.sessionStorage.removeItem(keyOf(by))
    else window.sessionStorage.setItem(keyOf(by), JSON.stringify(chosen))
  } catch {
    // Then a reload starts from scratch.
  }
}

/** What was stored, ignoring anything this page has not written. */
export function parseChosen(text: string | null): NominatableMember[] {
  const kept: unknown = JSON.parse(text ?? '[]')
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

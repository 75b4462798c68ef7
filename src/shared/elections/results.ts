import type { Instant } from '../time.ts'
import { phaseAt, type Schedule } from './phases.ts'

export type ResultsVisible = 'while voting' | 'after close'

/** Whether votes are told, and not only who took part. A rehearsal hides nothing. */
export const votesShown = (
  election: Schedule & { resultsVisible: ResultsVisible },
  rehearsal: boolean,
  now: Instant,
): boolean => rehearsal || election.resultsVisible === 'while voting' || phaseAt(election, now) === 'closed'

/** How far a result is. `provisional`: every ballot is counted, and nobody has certified it yet. */
export type Stage = 'before' | 'voting' | 'counting' | 'provisional' | 'certified'

interface Counting extends Schedule {
  /** When the last ballot was counted. */
  shuffledAt: Instant | null
  certifiedAt: Instant | null
}

export function stageAt(election: Counting, now: Instant): Stage {
  if (election.certifiedAt !== null) return 'certified'
  if (election.shuffledAt !== null) return 'provisional'
  switch (phaseAt(election, now)) {
    case 'voting':
      return 'voting'
    case 'closed':
      return 'counting'
    default:
      return 'before'
  }
}

const whileItMovesMs = 5000
const whileItRestsMs = 60_000

/** How often an open page asks again; null when nothing will change any more. */
export function askAgainMs(stage: Stage, rehearsal: boolean): number | null {
  if (rehearsal) return whileItMovesMs
  switch (stage) {
    case 'voting':
    case 'counting':
      return whileItMovesMs
    case 'before':
    case 'provisional':
      return whileItRestsMs
    case 'certified':
      return null
  }
}

/** `61.8%`: rounded down, so that everybody has voted only when everybody has. */
export function showShare(cast: number, eligible: number): string {
  if (eligible === 0) return '–'
  return `${(Math.floor(Math.min(1, cast / eligible) * 1000) / 10).toFixed(1)}%`
}

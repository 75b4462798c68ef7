import type { Instant } from '../../time.ts'
import type { Stage } from '../lifecycle.ts'
import type { Schedule } from '../schedule.ts'

type ResultsVisible = 'while voting' | 'after close'

/** Whether votes are told, and not only who took part. A rehearsal hides nothing. */
export const votesShown = (
  election: Pick<Schedule, 'votingCloses'> & { resultsVisible: ResultsVisible },
  rehearsal: boolean,
  now: Instant,
): boolean => rehearsal || election.resultsVisible === 'while voting' || election.votingCloses <= now

const whileItMovesMs = 5000
const whileItRestsMs = 60_000

/** How often an open page asks again; null when nothing will change any more. */
export function pollIntervalMs(stage: Stage, rehearsal: boolean): number | null {
  if (rehearsal) return whileItMovesMs
  switch (stage) {
    case 'voting':
    case 'counting':
      return whileItMovesMs
    case 'certified':
      return null
    default:
      return whileItRestsMs
  }
}

/** `61.8%`: rounded down, so that everybody has voted only when everybody has. */
export function showShare(cast: number, eligible: number): string {
  if (eligible === 0) return '–'
  return `${(Math.floor(Math.min(1, cast / eligible) * 1000) / 10).toFixed(1)}%`
}

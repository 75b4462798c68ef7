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

/** Figures are live while people vote and can see them, and never afterwards. */
export const isLive = (stage: Stage, votesShown: boolean, rehearsal: boolean): boolean =>
  stage === 'voting' && votesShown && !rehearsal

/** What stands before `as of` and a time. */
export function figuresText(stage: Stage, votesShown: boolean, rehearsal: boolean): string {
  if (rehearsal) return 'Trial figures'
  if (isLive(stage, votesShown, rehearsal)) return 'Live figures'
  return stage === 'certified' ? 'Final figures' : 'Figures'
}

/** `61.8%`: rounded down, so that everybody has voted only when everybody has. */
export function showShare(cast: number, eligible: number): string {
  if (eligible === 0) return '–'
  return `${(Math.floor(Math.min(1, cast / eligible) * 1000) / 10).toFixed(1)}%`
}

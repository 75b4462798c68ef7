import type { Instant } from '../../time.ts'
import type { Stage } from '../lifecycle.ts'
import type { Schedule } from '../schedule.ts'

type ResultsVisible = 'while voting' | 'after close'

/** Whether votes are told, and not only who took part. A rehearsal hides nothing; of a cancelled election nothing is told. */
export const votesShown = (
  election: Pick<Schedule, 'votingCloses'> & { resultsVisible: ResultsVisible; cancelledAt: Instant | null },
  rehearsal: boolean,
  now: Instant,
): boolean =>
  election.cancelledAt === null &&
  (rehearsal || election.resultsVisible === 'while voting' || election.votingCloses <= now)

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
    case 'cancelled':
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

/** `61.8%`, to a tenth; `100.0%` only when everybody has voted, `0.0%` only when nobody has. */
export function showShare(cast: number, eligible: number): string {
  if (eligible === 0) return '–'
  if (cast <= 0 || cast >= eligible) return cast <= 0 ? '0.0%' : '100.0%'
  const tenths = Math.round((cast / eligible) * 1000)
  return `${(Math.min(999, Math.max(1, tenths)) / 10).toFixed(1)}%`
}

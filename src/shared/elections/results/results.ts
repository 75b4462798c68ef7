import type { Instant } from '../../time.ts'
import type { Course, ElectionKind, Stage } from '../lifecycle.ts'

type ResultsVisible = 'while voting' | 'after close'

/** Whether votes are told, and not only who took part. A rehearsal hides nothing; of a cancelled election nothing is told. */
export const votesShown = (
  election: Pick<Course, 'kind' | 'votingCloses' | 'cancelledAt'> & { resultsVisible: ResultsVisible },
  now: Instant,
): boolean =>
  election.cancelledAt === null &&
  (election.kind === 'rehearsal' || election.resultsVisible === 'while voting' || election.votingCloses <= now)

const whileItMovesMs = 5000
const whileItRestsMs = 60_000

/** How often an open page asks again; null when nothing will change any more. */
export function pollIntervalMs(stage: Stage): number | null {
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
export const isLive = (stage: Stage, votesShown: boolean, kind: ElectionKind): boolean =>
  stage === 'voting' && votesShown && kind === 'election'

/** What stands before `as of` and a time. */
export function figuresText(stage: Stage, votesShown: boolean, kind: ElectionKind): string {
  if (kind === 'rehearsal') return 'Trial figures'
  if (isLive(stage, votesShown, kind)) return 'Live figures'
  return stage === 'certified' ? 'Final figures' : 'Figures'
}

/** `61.8%`, to a tenth; `100.0%` only when everybody has voted, `0.0%` only when nobody has. */
export function showShare(cast: number, eligible: number): string {
  if (eligible === 0) return '–'
  if (cast <= 0 || cast >= eligible) return cast <= 0 ? '0.0%' : '100.0%'
  const tenths = Math.round((cast / eligible) * 1000)
  return `${(Math.min(999, Math.max(1, tenths)) / 10).toFixed(1)}%`
}

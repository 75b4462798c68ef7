import { cancelledText } from '#shared/elections/no-election-text.ts'
import { showInstant } from '#shared/time.ts'
import type { Results } from '#web/api/elections/results.ts'

/** How far it is, in a line. */
export function stageText({ stage, rehearsal, votingOpens, votingCloses, certifiedAt }: Results): string {
  if (rehearsal) return 'Rehearsal'
  switch (stage) {
    case 'voting':
      return `Voting is open until ${showInstant(votingCloses)}`
    case 'counting':
      return 'Voting has closed: the last ballots are being counted'
    case 'counted':
      return 'Provisional result: every ballot is counted'
    case 'certified':
      return `Certified result of ${showInstant(certifiedAt ?? votingCloses)}`
    case 'cancelled':
      return cancelledText.title
    default:
      return `Voting opens ${showInstant(votingOpens)}`
  }
}

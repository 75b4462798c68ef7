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

/** Why there is nothing to show yet. */
export function emptyText({ stage, cast, votingOpens, rehearsal }: Results): string {
  if (rehearsal) return 'Cast a trial ballot on the voting screen: it is counted within seconds.'
  switch (stage) {
    case 'voting':
      return cast === 0
        ? 'Nobody has voted so far. The numbers will appear here by themselves as ballots come in.'
        : 'Ballots are counted in groups, so that nobody can tell how one person voted. The first group is not full yet.'
    case 'counting':
      return 'The ballots are being counted. The numbers will appear here by themselves.'
    case 'counted':
    case 'certified':
      return 'No ballot chose a candidate.'
    default:
      return `Voting opens ${showInstant(votingOpens)}. The first numbers will appear here soon after, without reloading.`
  }
}

export const count = (number: number): string => number.toLocaleString('en')
export const votesText = (votes: number): string => `${count(votes)} ${votes === 1 ? 'vote' : 'votes'}`

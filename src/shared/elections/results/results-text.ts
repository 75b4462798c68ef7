import type { Stage } from '../lifecycle.ts'
import type { SeatState } from './seating.ts'

/** What the results screen says about those who lead, and what can be done there. */
export const resultsText = {
  share: 'Share the result',
  shareHint: 'A picture of the result, to send to family and friends.',
  shareAlt: (title: string) => `Picture of the certified result of ${title}: who was elected to which seat`,
  shareFailed: 'The picture could not be loaded. Please try again.',
  voted: 'Your ballot was received.',
} as const

/** The panel's title: the association's own until somebody is elected. */
export const leadersTitle = (stage: Stage): string =>
  stage === 'certified' ? 'Elected Candidates' : 'Overall Leading Candidates'

/** How firm it is that they lead. */
export function leadersText(stage: Stage, rehearsal: boolean): string {
  if (rehearsal) return 'Leading in the rehearsal.'
  switch (stage) {
    case 'counting':
      return 'Leading so far. The last ballots are being counted.'
    case 'counted':
      return 'Leading. Every ballot is counted, but the result is not certified yet.'
    case 'certified':
      return 'Elected. The result is certified.'
    default:
      return 'Leading so far. Voting is still open.'
  }
}

export const seatStateText: Record<SeatState, string> = { leading: 'Leading', elected: 'Elected', tied: 'Tie' }

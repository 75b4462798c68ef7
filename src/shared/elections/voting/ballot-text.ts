import type { Seat } from './ballot.ts'

/** What is read beside the list of candidates on a ballot. */
export const ballotText = {
  howToChoose:
    'Tap a seat and choose, or tap the names in the list of candidates below. You vote once: a saved ballot cannot be changed.',
  candidates: 'Candidates',
  tap: 'Tap a name to choose. Tap it again to take it back.',
  full: (seats: number) =>
    seats === 1
      ? 'Your choice is made. To choose somebody else, tap the chosen name first.'
      : `All ${seats} are chosen. To choose somebody else, tap a chosen name first.`,
  chosenFor: ({ slot }: Pick<Seat, 'slot'>) => `, chosen for ${slot}`,
  none: 'Nobody stands for this service.',
  emptyTitle: 'No candidates yet',
  empty: 'The ballot will be here as soon as there are candidates.',
  left: (seats: number, blank: number) =>
    `${seats === 1 ? '1 seat' : `${seats} seats`}, ${blank === 0 ? 'done' : `${blank} left`}`,
} as const

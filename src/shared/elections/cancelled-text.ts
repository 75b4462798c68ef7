/** What people read of an election that was cancelled. */
export const cancelledText = {
  title: 'The election was cancelled',
  reason: 'Reason',
  by: (by: string, when: string) => `${by}, ${when}`,
  ballots: 'Ballots that had been cast stay sealed. They will not be opened or counted.',
  signed: 'The site has signed this cancellation with its key.',
  was: 'It had been planned as follows.',
  toSchedule: 'About the election',
} as const

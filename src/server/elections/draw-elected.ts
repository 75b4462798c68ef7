import type { Pdf } from '#server/pdf-page.ts'
import { showNumber } from '#shared/figures.ts'

interface Filled {
  seat: string
  /** Empty for a vacant seat. */
  name: string
  votes: number
}

/** The full names of the elected, each with their seat. */
export function drawElected(pdf: Pdf, seats: readonly Filled[]): void {
  pdf.heading('Elected')
  pdf.table(
    [
      { title: 'Seat', share: 2.2 },
      { title: 'Elected', share: 7 },
      { title: 'Votes', share: 1, align: 'right' },
    ],
    seats.map(({ seat, name, votes }) => ({
      cells: [seat, name || 'vacant', name && showNumber(votes)],
      strong: name !== '',
    })),
  )
}

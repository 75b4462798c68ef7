import type { Pdf } from '#server/pdf-page.ts'
import { showNumber } from '#shared/figures.ts'

interface Filled {
  seat: string
  /** Empty for a vacant seat. */
  name: string
  votes: number
  /** See `tieNote`. */
  note: string
}

/** The full names of the elected, each with their seat. */
export function drawElected(pdf: Pdf, seats: readonly Filled[]): void {
  pdf.heading('Elected')
  pdf.table(
    [
      { title: 'Seat', share: 2.2 },
      { title: 'Elected', share: 6 },
      { title: 'Votes', share: 2, align: 'right' },
    ],
    seats.map(({ seat, name, votes, note }) => ({
      cells: [seat, name || 'vacant', name && `${showNumber(votes)}${note}`],
      strong: name !== '',
    })),
  )
}

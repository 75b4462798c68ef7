import { nextIdNumber } from '#shared/members/id-number.ts'
import type { ListedApplicant } from '#shared/members/listing/listing.ts'
import type { ListRow } from '#web/members/api.ts'
import type { Desk } from '#web/members/desk.ts'

/** Somebody who waits, as the queue shows them. */
export type Applicant = ListedApplicant

export const isApplicant = (row: ListRow): row is Applicant => 'application' in row

/** The tick of somebody who was taken from the queue is not shown; it is there again when the decision on them has failed. */
export const tickedIn = ({ ticked }: Desk<Applicant>, taken: ReadonlySet<string>): readonly Applicant[] =>
  [...ticked.values()].filter(({ id }) => !taken.has(id))

/** How many wait apart from these, whom the server still counts. Who was sent back is not among those who wait. */
export function countsWithout<Counts extends { pendingCount: number; concerned: number }>(
  counts: Counts,
  people: readonly Applicant[],
): Counts {
  const counted = people.filter(({ application }) => application.returnedAt === null)
  return {
    ...counts,
    pendingCount: Math.max(0, counts.pendingCount - counted.length),
    concerned: Math.max(0, counts.concerned - counted.filter(({ concerns }) => concerns.length > 0).length),
  }
}

/** The number that comes `steps` after this one; null where there is none to foresee. The server has the last word. */
export function numberAfter(number: string | null, steps: number): string | null {
  if (number === null) return null
  const prefix = number.split('-')[0] ?? ''
  try {
    return Array.from({ length: steps }).reduce<string>((last) => nextIdNumber(prefix, last), number)
  } catch {
    return null
  }
}

import { nextIdNumber } from '#shared/members/id-number.ts'
import type { ListedApplicant } from '#shared/members/listing/listing.ts'
import type { ListRow } from '#web/members/api.ts'
import type { Desk } from '#web/members/desk.ts'

/** Somebody who waits, as the queue shows them. */
export type Applicant = ListedApplicant

export const isApplicant = (row: ListRow): row is Applicant => 'application' in row

/** Hides the ticks of people taken from the queue; they reappear if the decision fails. */
export const tickedIn = ({ ticked }: Desk<Applicant>, taken: ReadonlySet<string>): readonly Applicant[] =>
  [...ticked.values()].filter(({ id }) => !taken.has(id))

/** How many wait besides these, whom the server still counts. Those sent back do not count as waiting. */
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

/** The number `steps` after this one; null if it cannot be predicted. The server decides. */
export function numberAfter(number: string | null, steps: number): string | null {
  if (number === null) return null
  const prefix = number.split('-')[0] ?? ''
  try {
    return Array.from({ length: steps }).reduce<string>((last) => nextIdNumber(prefix, last), number)
  } catch {
    return null
  }
}

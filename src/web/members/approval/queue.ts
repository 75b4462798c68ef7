import type { ListedApplicant } from '#shared/members/listing/listing.ts'
import type { ListRow } from '#web/api/members/listing.ts'
import { memberName } from '#web/members/member-name.ts'

/** Somebody who waits, as the queue shows them. */
export type Waiting = ListedApplicant

export const isWaiting = (row: ListRow): row is Waiting => 'application' in row

/** Who, in a message: one by name, several by their number. */
export const whom = (people: readonly Waiting[]): string =>
  people.length === 1 && people[0] ? memberName(people[0]) : `${people.length} applicants`

/** As many names as a question needs to be sure whom it is about. */
export function namesOf(people: readonly Waiting[], most = 5): string {
  const names = people.slice(0, most).map(memberName)
  const rest = people.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

/** Whom to show after these have been decided on: the next one down, otherwise the last one above. */
export function nextAfter(rows: readonly Waiting[], current: string, gone: ReadonlySet<string>): string | null {
  const at = rows.findIndex(({ id }) => id === current)
  const left = (row: Waiting) => !gone.has(row.id) && row.id !== current
  return (rows.slice(at + 1).find(left) ?? rows.slice(0, Math.max(at, 0)).findLast(left))?.id ?? null
}

/** How many wait apart from these, whom the server still counts. Who was sent back is not among those who wait. */
export function countsWithout<Counts extends { pendingCount: number; concerned: number }>(
  counts: Counts,
  people: readonly Waiting[],
): Counts {
  const counted = people.filter(({ application }) => application.returnedAt === null)
  return {
    ...counts,
    pendingCount: Math.max(0, counts.pendingCount - counted.length),
    concerned: Math.max(0, counts.concerned - counted.filter(({ concerns }) => concerns.length > 0).length),
  }
}

import { approvalBatch } from '#shared/members/approval/approval.ts'

/** As far as it gets: what has been answered counts, whatever becomes of the rest. */
export async function inBatches<Person extends { id: string }, Answer>(
  people: readonly Person[],
  send: (ids: string[]) => Promise<Answer>,
): Promise<{ answers: Answer[]; left: readonly Person[]; error: unknown }> {
  const answers: Answer[] = []
  for (let from = 0; from < people.length; from += approvalBatch)
    try {
      answers.push(await send(people.slice(from, from + approvalBatch).map(({ id }) => id)))
    } catch (error) {
      return { answers, left: people.slice(from), error }
    }
  return { answers, left: [], error: null }
}

/** For a page that goes: whatever it has not asked for by now, it never will. */
export function allAtOnce<Person extends { id: string }>(
  people: readonly Person[],
  send: (ids: string[]) => Promise<unknown>,
): void {
  for (let from = 0; from < people.length; from += approvalBatch)
    send(people.slice(from, from + approvalBatch).map(({ id }) => id)).catch(() => {})
}

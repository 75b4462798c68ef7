import { approvalBatch, type ShownApplicant } from '#shared/members/approval/approval.ts'

/** As far as it gets: what has been answered counts, whatever becomes of the rest. */
export async function inBatches<Person extends ShownApplicant, Answer>(
  people: readonly Person[],
  send: (applicants: ShownApplicant[]) => Promise<Answer>,
): Promise<{ answers: Answer[]; left: readonly Person[]; error: unknown }> {
  const answers: Answer[] = []
  for (let from = 0; from < people.length; from += approvalBatch)
    try {
      answers.push(await send(people.slice(from, from + approvalBatch).map(({ id, version }) => ({ id, version }))))
    } catch (error) {
      return { answers, left: people.slice(from), error }
    }
  return { answers, left: [], error: null }
}

/** For a page that goes: whatever it has not asked for by now, it never will. */
export function allAtOnce(
  people: readonly ShownApplicant[],
  send: (applicants: ShownApplicant[]) => Promise<unknown>,
): void {
  for (let from = 0; from < people.length; from += approvalBatch)
    send(people.slice(from, from + approvalBatch).map(({ id, version }) => ({ id, version }))).catch(() => {})
}

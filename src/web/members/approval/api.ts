import { queryOptions } from '@tanstack/react-query'
import { type ShownApplicant, approvalBatch } from '#shared/members/approval/approval.ts'
import type { CorrectableItem } from '#shared/members/registration/correctable.ts'
import { api, isWorthRetrying, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { withRetry } from '#web/api/retry.ts'

const readApprovals = () => unwrap(api.approvals.$get())

/** The next number, how many wait, and what must be known before deciding on all. */
export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  networkMode: 'always',
  queryFn: () => readApprovals(),
})

/** The records an application resembles. */
export const alikeQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', 'alike', id],
    queryFn: () => unwrap(api.approvals[':id'].alike.$get({ param: { id } })),
  })

/** With `keepalive`, so that an approval sent while the page closes arrives. */
export const approveMembers = (json: { applicants: ShownApplicant[] }) =>
  unwrap(api.approvals.$post({ json }, { init: { keepalive: true } }))

export const approveBatch = (json: { appliedUntil: number; withoutConcerns: boolean }) =>
  unwrap(api.approvals.all.$post({ json }))

export const returnApplication = (json: ShownApplicant & { items: CorrectableItem[]; message: string }) =>
  unwrap(api.returns.$post({ json }))

export const rejectMembers = (json: { applicants: ShownApplicant[]; reason: string }) =>
  unwrap(api.rejections.$post({ json }))

export const rejectBatch = (json: { appliedUntil: number; reason: string }) =>
  unwrap(api.rejections.all.$post({ json }))

/** Reloads these applicants, the lists and the counts after a decision. */
export async function invalidateDecided(people: readonly { id: string }[]): Promise<void> {
  const ids = new Set<unknown>(people.map(({ id }) => id))
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['approvals'] }),
    queries.invalidateQueries({ queryKey: ['members'], predicate: ({ queryKey }) => ids.has(queryKey[1]) }),
    queries.invalidateQueries({ queryKey: ['members', 'list'] }),
    queries.invalidateQueries({ queryKey: ['members', 'counts'] }),
  ])
}

/** As far as it gets: every reply counts, whatever happens to the rest. */
export async function sendInBatches<Person extends ShownApplicant, Answer>(
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

/** For a page that closes: it cannot send anything later. */
export function sendAllAtOnce(
  people: readonly ShownApplicant[],
  send: (applicants: ShownApplicant[]) => Promise<unknown>,
): void {
  for (let from = 0; from < people.length; from += approvalBatch)
    send(people.slice(from, from + approvalBatch).map(({ id, version }) => ({ id, version }))).catch(() => {})
}

export interface BatchAnswer {
  /** Decided by this request. */
  done: number
  remaining: number
}

export type BatchEnd = { status: 'done' } | { status: 'stopped' } | { status: 'failed'; error: unknown }

interface Run {
  step: () => Promise<BatchAnswer>
  onRemaining: (remaining: number) => void
  stopped: () => boolean
  wait: (ms: number) => Promise<unknown>
}

/** Pauses before a failed batch is retried. */
const waits = [1000, 2000, 4000, 8000]
/** Two administrators pressing the button at once can lead to an empty batch while somebody is left. */
const idleBatches = 3

/**
 * Decides on everybody, a batch at a time: it can be stopped between two batches, and goes on from where it is. Counts by what is left, not by what each answer says was done: after a lost answer the batch may have been done, and asking
 * again does the next one.
 */
export async function runBatches({ step, onRemaining, stopped, wait }: Run): Promise<BatchEnd> {
  let idle = 0
  const retrying = {
    pausesMs: waits,
    worthIt: (error: unknown) => isWorthRetrying(error) && !stopped(),
    async pause(ms: number, error: unknown) {
      await wait(ms)
      if (stopped()) throw error
    },
  }
  while (!stopped()) {
    let answer: BatchAnswer
    try {
      answer = await withRetry(step, retrying)
    } catch (error) {
      return stopped() ? { status: 'stopped' } : { status: 'failed', error }
    }
    onRemaining(answer.remaining)
    if (answer.remaining === 0) return { status: 'done' }
    idle = answer.done === 0 ? idle + 1 : 0
    if (idle === idleBatches) return { status: 'stopped' }
    if (idle > 0) await wait(waits[0] ?? 0)
  }
  return { status: 'stopped' }
}

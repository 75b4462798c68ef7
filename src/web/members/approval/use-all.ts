import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { approvalsQuery, approveBatch, peopleChanged, rejectBatch } from '#web/api/members/approval.ts'
import type { Instant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import { runBatches, type BatchEnd } from '#web/members/approval/run-batches.ts'

export type AllAct = 'approve unconcerned' | 'approve' | 'reject'

export interface Everybody {
  people: number
  concerned: number
  /** With their applicants, and not among them. */
  returned: number
  /** When the newest of them applied, by the server's clock: who applies later is not among "all". */
  appliedUntil: Instant
}

export type AllState =
  | { status: 'reading' }
  | { status: 'unread'; error: unknown }
  | { status: 'asking'; everybody: Everybody }
  | { status: 'running'; people: number; left: number; stopping: boolean }
  | { status: 'ended'; people: number; left: number; end: BatchEnd }

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks with the numbers of this moment, then decides on all in batches. Closing the page stops it; what is done is done. */
export function useAll(act: AllAct) {
  const api = useApi()
  const queries = useQueryClient()
  const [state, setState] = useState<AllState>({ status: 'reading' })
  const stop = useRef(false)
  const begun = useRef<{ everybody: Everybody; reason: string } | null>(null)

  const read = useCallback(
    async (signal: AbortSignal) => {
      const settle = (next: AllState) => signal.aborted || setState(next)
      try {
        const now = await queries.fetchQuery({ ...approvalsQuery(api), staleTime: 0 })
        const { pendingCount, returnedCount: returned, concerned, appliedUntil } = now
        const waiting = act === 'approve unconcerned' ? pendingCount - concerned : pendingCount
        const people = appliedUntil === null ? 0 : waiting
        settle({ status: 'asking', everybody: { people, concerned, returned, appliedUntil: appliedUntil ?? 0 } })
      } catch (error) {
        settle({ status: 'unread', error })
      }
    },
    [api, queries, act],
  )

  useEffect(() => {
    const abort = new AbortController()
    void read(abort.signal)
    return () => {
      abort.abort()
      stop.current = true
    }
  }, [read])

  async function run(everybody: Everybody, reason: string, left: number) {
    begun.current = { everybody, reason }
    stop.current = false
    const { people, appliedUntil } = everybody
    setState({ status: 'running', people, left, stopping: false })
    let remaining = left
    const end = await runBatches({
      step: async () => {
        if (act === 'reject') {
          const answer = await rejectBatch(api, { appliedUntil, reason })
          return { done: answer.rejected, remaining: answer.remaining }
        }
        const answer = await approveBatch(api, { appliedUntil, withoutConcerns: act === 'approve unconcerned' })
        return { done: answer.approved, remaining: answer.remaining }
      },
      onRemaining(now) {
        remaining = now
        setState({ status: 'running', people, left: now, stopping: stop.current })
      },
      stopped: () => stop.current,
      wait,
    })
    setState({ status: 'ended', people, left: remaining, end })
    await peopleChanged(queries)
  }

  return {
    state,
    readAgain: () => {
      setState({ status: 'reading' })
      void read(new AbortController().signal)
    },
    start: (everybody: Everybody, reason = '') => run(everybody, reason, everybody.people),
    goOn: () => {
      if (state.status === 'ended' && begun.current) void run(begun.current.everybody, begun.current.reason, state.left)
    },
    stop: () => {
      stop.current = true
      if (state.status === 'running') setState({ ...state, stopping: true })
    },
  }
}

import { AppError } from '#shared/errors.ts'

interface Waiting {
  enter: () => void
  leave: (reason: AppError) => void
}

export interface Turn {
  /** Work in the same lane waits in one queue. Lanes take turns, so one crowded lane does not hold up the others. */
  lane?: string
  /** A client that disconnects loses its place. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a few expensive pieces of work at a time and queues the rest, so that a crowd (or an attack) cannot take more
 * memory and CPU than the machine has. `p-limit` and `p-queue` have one unlimited queue, where a crowd comes before
 * everybody else. Here each lane has its own queue, lanes take turns, and a full lane is refused.
 */
export function concurrencyLimit(atOnce: number, maxWaitingPerLane: number) {
  let inside = 0
  /** A lane moves to the end after each turn; a Map keeps that order. */
  const lanes = new Map<string, Set<Waiting>>()

  function wait({ lane = '', signal }: Turn): Promise<void> {
    const queue = lanes.get(lane) ?? new Set<Waiting>()
    if (queue.size >= maxWaitingPerLane) throw new AppError('site-busy', { retryAfter: 5 })
    lanes.set(lane, queue)
    return new Promise((enter, leave) => {
      const waiting = { enter, leave }
      queue.add(waiting)
      signal?.addEventListener('abort', () => {
        if (queue.delete(waiting)) leave(new AppError('site-busy'))
      })
    })
  }

  function letNextIn(): void {
    for (const [lane, queue] of lanes) {
      lanes.delete(lane)
      const [next] = queue
      if (!next) continue
      queue.delete(next)
      if (queue.size > 0) lanes.set(lane, queue)
      return next.enter()
    }
    inside--
  }

  return async function pass<T>(work: () => Promise<T>, turn: Turn = {}): Promise<T> {
    if (inside >= atOnce) await wait(turn)
    else inside++
    try {
      return await work()
    } finally {
      letNextIn()
    }
  }
}

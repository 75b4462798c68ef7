import { useState } from 'react'
import type { Waiting } from '#web/members/approval/queue.ts'

export interface Ticks {
  /** They stay when the page of the queue is turned. */
  ticked: ReadonlyMap<string, Waiting>
  change: (people: readonly Waiting[], on: boolean) => void
  clear: () => void
}

export function useTicks(): Ticks {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Waiting>>(new Map())
  return {
    ticked,
    clear: () => setTicked(new Map()),
    change: (people, on) =>
      setTicked((before) => {
        const next = new Map(before)
        for (const person of people)
          if (on) next.set(person.id, person)
          else next.delete(person.id)
        return next
      }),
  }
}

/** The tick of somebody who is hidden is not shown; it is there again when the decision on them has failed. */
export const ticksShown = ({ ticked, ...ticks }: Ticks, hidden: ReadonlySet<string>): Ticks => ({
  ...ticks,
  ticked: new Map([...ticked].filter(([id]) => !hidden.has(id))),
})

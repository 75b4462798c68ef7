import { startTransition, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import {
  emptyDesk,
  reduceDesk,
  takenFrom,
  undoMs,
  type Desk,
  type DeskAction,
  type Held,
  type QueueItem,
} from './desk.ts'

/**
 * What was decided on at a desk. What is accepted stays in the browser for a while, in which it can be undone; only then is it
 * sent. One at a time: deciding on the next one sends it. So does leaving, by whatever way: a page that is closed, hidden or left
 * sends it on its last breath. A browser that dies in these seconds leaves it waiting, with nothing half done.
 */
export function useHold<Item extends QueueItem>(send: (items: readonly Item[], leaving: boolean) => Promise<unknown>) {
  const [desk, dispatch] = useReducer(reduceDesk<Item>, emptyDesk)
  /** Ahead of the screen: a second press means the next one or nobody. */
  const latest = useRef<Desk<Item>>(emptyDesk)

  function apply(action: DeskAction<Item>) {
    latest.current = reduceDesk(latest.current, action)
    // A box is ticked at once. The rest changes together with the address, which names the next one: in between, nobody
    // would be on the screen.
    if (action.type === 'tick' || action.type === 'untick all') dispatch(action)
    else startTransition(() => dispatch(action))
  }

  /** Sends what is held, before something else is decided. */
  function release(leaving = false, due?: Held<Item>) {
    const { held } = latest.current
    if (!held || (due && due !== held)) return
    apply({ type: 'release' })
    void send(held.items, leaving)
  }
  useRelease(desk.held, release)

  return {
    desk,
    taken: takenFrom(desk),
    notTaken(items: readonly Item[]) {
      const now = takenFrom(latest.current)
      return items.filter(({ id }) => !now.has(id))
    },
    apply,
    release,
    hold(items: readonly Item[]) {
      release()
      apply({ type: 'hold', held: { items, until: Date.now() + undoMs } })
    },
    /** Returns what was held. */
    undo(): readonly Item[] {
      const items = latest.current.held?.items ?? []
      if (items.length > 0) apply({ type: 'undo' })
      return items
    },
  }
}

/** Sends what is held when its time is over, and when the page is left, by whatever way. `due` is what the time was over for. */
function useRelease<Due extends { until: number }>(
  held: Due | null,
  release: (leaving: boolean, due?: Due) => void,
): void {
  const onRelease = useEffectEvent(release)
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => onRelease(false, held), held.until - Date.now())
    return () => clearTimeout(timer)
  }, [held])

  useEffect(() => {
    const onLeave = () => onRelease(true)
    const onHidden = () => document.visibilityState === 'hidden' && onRelease(false)
    window.addEventListener('pagehide', onLeave)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      document.removeEventListener('visibilitychange', onHidden)
      onLeave()
    }
  }, [])
}

import { startTransition, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import {
  emptyDesk,
  reduceDesk,
  removedFromQueue,
  undoMs,
  type Desk,
  type DeskAction,
  type Held,
  type QueueItem,
} from './desk.ts'

/**
 * The decisions at a desk. An accepted item stays in the browser for a while, in which it can be undone, and only then
 * is it sent. One at a time: deciding on the next one sends it, and so does closing, hiding or leaving the page. If the
 * browser dies in these seconds, the item still waits, and nothing is half done.
 */
export function useUndoableDecision<Item extends QueueItem>(
  send: (items: readonly Item[], leaving: boolean) => Promise<unknown>,
) {
  const [desk, dispatch] = useReducer(reduceDesk<Item>, emptyDesk)
  /** Ahead of the screen: a second press means the next item, or nothing. */
  const latest = useRef<Desk<Item>>(emptyDesk)

  function apply(action: DeskAction<Item>) {
    latest.current = reduceDesk(latest.current, action)
    // A box is ticked at once. Other changes appear together with the address, which names the next item; otherwise
    // nobody would be on the screen in between.
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
    taken: removedFromQueue(desk),
    notTaken(items: readonly Item[]) {
      const now = removedFromQueue(latest.current)
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

/** Sends what is held when its time is over, and when the page is left in any way. `due` is the hold that is over. */
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

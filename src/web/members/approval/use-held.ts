import { useCallback, useEffect, useRef, useState } from 'react'
import { undoMs } from '#shared/members/approval/approval-text.ts'
import type { Waiting } from '#web/members/approval/queue.ts'

export interface Held {
  people: readonly Waiting[]
  /** By this browser's clock. */
  until: number
}

/** Whether there is time left on the page to wait for an answer. */
type Send = (people: readonly Waiting[], leaving: boolean) => void

/**
 * An approval stays in the browser for a while, in which it can be undone; only then is it sent and a number given. One at a
 * time: deciding on the next one sends it. So does leaving, by whatever way: a page that is closed, hidden or left sends it
 * on its last breath. A browser that dies in these seconds leaves the applicant waiting, with nothing half done.
 */
export function useHeld(send: Send) {
  const [held, setHeld] = useState<Held | null>(null)
  const current = useRef<{ held: Held; timer: ReturnType<typeof setTimeout> } | null>(null)
  const sending = useRef(send)
  useEffect(() => {
    sending.current = send
  })

  /** What is held is no longer: it is for the caller to send it, or not. */
  const take = useCallback((): readonly Waiting[] => {
    const taken = current.current
    if (!taken) return []
    clearTimeout(taken.timer)
    current.current = null
    setHeld(null)
    return taken.held.people
  }, [])

  const release = useCallback(
    (leaving = false) => {
      const people = take()
      if (people.length > 0) sending.current(people, leaving)
    },
    [take],
  )

  function hold(people: readonly Waiting[]) {
    release()
    const next = { people, until: Date.now() + undoMs }
    current.current = { held: next, timer: setTimeout(release, undoMs) }
    setHeld(next)
  }

  useEffect(() => {
    const onLeave = () => release(true)
    const onHidden = () => document.visibilityState === 'hidden' && release()
    window.addEventListener('pagehide', onLeave)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      document.removeEventListener('visibilitychange', onHidden)
      release(true)
    }
  }, [release])

  return { held, hold, release, undo: take }
}

import { useEffect, useRef, type RefObject } from 'react'

/** On a phone an applicant opens like a page: at its top. Back in the queue, their row has the focus again. */
export function usePhoneTurns(alone: string | null): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (alone !== null) {
      pane.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
      if (before.current === null) pane.current?.focus({ preventScroll: true })
    } else if (before.current !== null) {
      const row = document.querySelector<HTMLElement>(`[data-applicant="${CSS.escape(before.current)}"]`)
      row?.scrollIntoView({ block: 'center', behavior: 'instant' })
      row?.focus({ preventScroll: true })
    }
    before.current = alone
  }, [alone])
  return pane
}

import { useEffect, useRef } from 'react'
import { useSearch } from '#web/router/hydrated.ts'
import { useLocation, useNavigate } from '#web/router/router.tsx'

/** The review is a step of its own in the address, so that Back leads to the seats and a reload stays. */
export function useReviewStep() {
  const search = useSearch()
  const { pathname } = useLocation()
  const navigate = useNavigate()

  function go(step: 'review' | null) {
    const next = new URLSearchParams(search)
    if (step) next.set('step', step)
    else next.delete('step')
    navigate(next.size > 0 ? `${pathname}?${next}` : pathname, { replace: step === null })
  }

  return { reviewing: search.get('step') === 'review', review: () => go('review'), leaveReview: () => go(null) }
}

/** Begins a step at its top, for eyes and for those who listen; not on the first load, which begins there anyway. */
export function useStepHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { followed } = useLocation()
  useEffect(() => {
    if (!followed) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    // After the page around it, which takes the focus for itself on the first step.
    const frame = requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [followed])
  return heading
}

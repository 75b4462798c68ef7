import { useEffect, useRef } from 'react'

/** Puts the focus into the first field of a form that has just opened in the page. */
export function useFocusFirst() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [])
  return form
}

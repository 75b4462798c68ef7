import { useEffect, type RefObject } from 'react'

/** Takes the person to the first field that was refused, each time something is. */
export function useFocusInvalid(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    const first = refusal ? form.current?.querySelector<HTMLElement>('[aria-invalid=true]') : null
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [form, refusal])
}

import { useEffect, useRef, type RefObject } from 'react'

/** After the dialog that tells what is wrong has closed, the person is taken to the first field it is about. */
export function useFocusWrong(form: RefObject<HTMLFormElement | null>, at: string): void {
  const before = useRef(at)
  useEffect(() => {
    const closed = before.current === 'wrong' && at === 'filling'
    before.current = at
    const wrong = closed ? [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])] : []
    // The camera's button is there on phones only.
    const first = wrong.find((one) => one.getClientRects().length > 0)
    // A group of radio buttons takes no focus itself.
    const control = first?.matches('fieldset') ? first.querySelector<HTMLElement>('input') : first
    control?.focus({ preventScroll: true })
    control?.scrollIntoView({ block: 'center' })
  }, [form, at])
}

/** Enter goes on to the next field, as the keyboard's button says: nobody means to submit from the middle of a form. */
export function focusNext(control: HTMLInputElement): void {
  const controls = [...(control.form?.elements ?? [])].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element.matches('input, select, button') && element.offsetParent !== null,
  )
  controls[controls.indexOf(control) + 1]?.focus()
}

import { useEffect, useId, useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { inCodeGroups } from '#shared/typed-text.ts'
import { buttonClass } from '#web/components/classes.ts'
import { useHydrated } from '#web/router/router.tsx'

interface CodeFormProps {
  typed?: string | undefined
  fault: string | null
  onCode: (typed: string) => void
  children?: ReactNode
}

/**
 * The typed code of a receipt. It is sent nowhere: the form has no action, and its field no name. Uses plain elements, because
 * the form kit would be larger than the rest of a public page.
 */
export function CodeForm({ typed, fault, onCode, children }: CodeFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const ready = useHydrated()
  useEffect(() => {
    if (fault) field.current?.focus()
  }, [fault])

  // The groups are shown only now: keyboards of phones write a letter twice if the text changes under them, and with one line
  // more the button would slide away below the finger.
  function check(event: FormEvent) {
    event.preventDefault()
    if (field.current) field.current.value = inCodeGroups(field.current.value)
    onCode(field.current?.value ?? '')
  }

  function checkOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form onSubmit={check} noValidate className="grid gap-1.5">
      {children}
      <label htmlFor={id} className="font-semibold">
        Code of your receipt
      </label>
      <p id={`${id}-hint`} className="-mt-1 text-muted">
        {receiptPageText.formHint}
      </p>
      {/* Of as many lines as the letters need, to be compared as a whole. */}
      <textarea
        rows={2}
        id={id}
        ref={field}
        defaultValue={typed}
        aria-describedby={fault ? `${id}-hint ${id}-fault` : `${id}-hint`}
        aria-invalid={fault !== null}
        onKeyDown={checkOnEnter}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="field-box block resize-none [field-sizing:content] font-mono uppercase max-sm:px-2 max-sm:tracking-tighter"
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className="font-semibold text-red">
          {fault}
        </p>
      )}
      {/* Before the code is there, a press would load the page again and lose what is typed. */}
      <button type="submit" disabled={!ready} className={`${buttonClass('primary')} mt-2.5 justify-self-start`}>
        Check
      </button>
    </form>
  )
}

/** The text of the receipt page before there is one to check: separate, to keep the page small. */
export const receiptPageText = {
  what: 'Members get this receipt when they vote in an election. It is not the receipt of a payment.',
  needsScripts: 'Checking a receipt needs JavaScript. Please turn it on in your browser’s settings.',
  formHint: '28 letters and digits, as on your receipt. Capital or small letters, with or without spaces and hyphens.',
  private:
    'Your receipt stays on this device. The page downloads all counted votes and finds yours on this device, so the site cannot tell which is yours.',
} as const

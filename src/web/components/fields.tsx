import {
  createContext,
  use,
  useId,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type RefAttributes,
  type RefObject,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { classes } from './classes.ts'
import { AlertIcon, ChevronDownIcon } from './icons.tsx'

/** The fields of every form. One with a name is bound to the surrounding form; without a form it is an ordinary input. */

/** What a field takes from its form; the form itself is in `form.tsx`, which pages with a field but no form need not load. */
export interface FormAround {
  // Names are not checked here: a field is bound to whatever form is around it.
  // oxlint-disable-next-line typescript/no-explicit-any
  control: UseFormReturn<any>
  problems: Problems
  /** The last error, unless something is in progress. */
  failure: unknown
  element: RefObject<HTMLFormElement | null>
  /** The person changes these fields, so their refusal no longer applies. */
  noteChange: (...names: string[]) => void
  change: (values: Record<string, unknown>) => void
  noteUpload: (name: string, status: 'sending' | 'failed' | null) => void
  /** How often the form has started again. */
  resets: number
  /** Focuses this field; without a name the summary if there is one, otherwise the first invalid field. */
  focusProblem: (name?: string) => void
}

/** What is wrong, by the name of the field: `email`, `files.signature`. */
export type Problems = Record<string, string>

export const FormContext = createContext<FormAround | null>(null)

/** The surrounding form; null for a field outside any. */
export const useFormAround = () => use(FormContext)

export interface FieldTexts {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Shown beside the label, for forms where most fields are required. */
  optional?: boolean
}

interface Control {
  name?: string | undefined
  /** The field it belongs to, where several controls form one: a day, a month and a year. */
  partOf?: string
  error?: string | undefined
}

type Handler<Event> = ((event: Event) => void) | undefined

interface Bound<Element> {
  onChange?: Handler<ChangeEvent<Element>>
  onBlur?: Handler<FocusEvent<Element>>
}

/** Binds a control to its form: its value by name, and its problem. */
export function useBound<Element extends HTMLElement>(control: Control & Bound<Element>) {
  const { name, partOf = name, error, onChange, onBlur } = control
  const form = useFormAround()
  if (!form || !name || !partOf) return { error, bound: { name, onChange, onBlur } }
  const registered = form.control.register(name)
  return {
    error: error ?? form.problems[partOf],
    bound: {
      ...registered,
      ref(element: Element | null) {
        // The library registers the buttons of a group one by one, and takes the first for the answer: a choice made before this
        // code loaded would be lost.
        const isEarly = element instanceof HTMLInputElement && element.type === 'radio' && element.checked
        if (isEarly && !form.control.formState.isReady) form.control.setValue(name, element.value)
        registered.ref(element)
      },
      onChange(event: ChangeEvent<Element>) {
        onChange?.(event)
        void registered.onChange(event)
        form.noteChange(partOf)
      },
      onBlur(event: FocusEvent<Element>) {
        void registered.onBlur(event)
        onBlur?.(event)
      },
    },
  }
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint, control and error, tied together for screen readers. */
export function FieldFrame({
  label,
  hint,
  error,
  optional,
  children,
}: FieldTexts & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint text-muted">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldError id={`${id}-error`} className="field-error">
        {error}
      </FieldError>
    </div>
  )
}

/** What is wrong with a field, or with a group of controls. */
export function FieldError({
  id,
  className,
  children,
}: {
  id: string
  className?: string
  children: string | undefined
}) {
  if (!children) return null
  return (
    <p id={id} className={classes('flex gap-2 font-semibold text-red', className)}>
      <AlertIcon className="mt-0.5 size-5 flex-none" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

type TextFieldProps = FieldTexts &
  InputHTMLAttributes<HTMLInputElement> & {
    /** Stored in capitals, and shown so while typing. */
    capitals?: boolean
  }

const inCapitals = {
  'data-capitals': true,
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
} as const

export function TextField(props: TextFieldProps) {
  const { label, hint, error: _error, optional, className, capitals = false, onChange, ...input } = props
  const { error, bound } = useBound<HTMLInputElement>({
    ...props,
    onChange(event) {
      const { nativeEvent } = event
      if (capitals && !(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) capitalise(event.target)
      onChange?.(event)
    },
  })
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => (
        <input
          type="text"
          {...(capitals && { ...inCapitals, onCompositionEnd: (event) => capitalise(event.currentTarget) })}
          {...input}
          {...bound}
          {...control}
          className={classes('field-box', capitals && 'uppercase', className)}
        />
      )}
    </FieldFrame>
  )
}

/** Phone keyboards compose a word before they commit it; until then the field must not be changed, and CSS shows the capitals. */
function capitalise(field: HTMLInputElement): void {
  const { value, caret } = withCapitals(field.value, field.selectionStart ?? field.value.length)
  if (value === field.value) return
  field.value = value
  if (field === document.activeElement) field.setSelectionRange(caret, caret)
}

/** In capitals, with the caret where it was. A capital may be longer than its letter: ß becomes SS. */
export function withCapitals(value: string, caret: number): { value: string; caret: number } {
  return { value: value.toUpperCase(), caret: value.slice(0, caret).toUpperCase().length }
}

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & RefAttributes<HTMLTextAreaElement>

export function TextArea(props: TextAreaProps) {
  const { label, hint, error: _error, optional, className, ...input } = props
  const { error, bound } = useBound<HTMLTextAreaElement>(props)
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => (
        <textarea rows={5} {...input} {...bound} {...control} className={classes('field-box', className)} />
      )}
    </FieldFrame>
  )
}

export interface Choice {
  value: string
  label: string
}

interface SelectFieldProps extends FieldTexts, SelectHTMLAttributes<HTMLSelectElement> {
  choices: readonly (string | Choice)[]
  /** Shown while nothing is chosen; null if something always is. */
  prompt?: string | null
}

/**
 * The phone's own list, which everybody knows how to use. A long choice wraps to a second line. The edges do not grow with the
 * text: a month has to fit beside a day and a year.
 */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error: _error, optional, choices, prompt = 'Choose one', ...select } = props
  const { error, bound } = useBound<HTMLSelectElement>(props)
  const controlled = select.value !== undefined
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => (
        <div className="relative">
          <select
            {...(!controlled && { defaultValue: '' })}
            {...select}
            {...bound}
            {...control}
            className="field-box appearance-none pr-[28px] pl-[14px] whitespace-normal"
          >
            {prompt !== null && <option value="">{prompt}</option>}
            {choices.map((choice) => {
              const { value, label: text } = typeof choice === 'string' ? { value: choice, label: choice } : choice
              return (
                <option key={value} value={value}>
                  {text}
                </option>
              )
            })}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-[7px] size-[18px] -translate-y-1/2 text-muted" />
        </div>
      )}
    </FieldFrame>
  )
}

type PasswordFieldProps = FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>

/**
 * A password that can be shown: mistyping is the most common reason for a refused login. With large text, the button is below
 * the box, for beside it would take the room of the letters.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error: _error, optional, ...input } = props
  const { error, bound } = useBound<HTMLInputElement>(props)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <input
            {...input}
            {...bound}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="field-box min-w-0 flex-1 basis-36"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="min-h-11 min-w-18 rounded-field border border-edge bg-white px-3 font-semibold text-navy-2 hover:bg-navy-soft"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </FieldFrame>
  )
}

interface CheckFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
}

/** A yes or no, with the whole line to press. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId()
  const { bound } = useBound<HTMLInputElement>(input)
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5 font-semibold wrap-anywhere">
        <input
          {...input}
          {...bound}
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="mt-[calc((1lh-var(--spacing)*6)/2)] size-6 flex-none accent-navy"
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-9 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** One of several, with the whole line to press. */
export function RadioField({ label, ...input }: InputHTMLAttributes<HTMLInputElement> & { label: string }) {
  const id = useId()
  const { bound } = useBound<HTMLInputElement>(input)
  return (
    <label htmlFor={id} className="flex min-h-12 items-center gap-3 py-1.5">
      <input {...input} {...bound} id={id} type="radio" className="size-6 flex-none accent-navy" />
      {label}
    </label>
  )
}

import { useEffect, useRef, useState, useCallback, type FormEvent } from 'react'
import { set, useForm as useHookForm, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/api/client.ts'
import { mineKey, queries } from '#web/api/query-client.ts'
import { useDraft, type DraftOptions } from './draft.ts'
import type { FormAround, Problems } from './fields.tsx'

/**
 * The site's form kit, based on React Hook Form (docs/decisions/037-one-form-kit.md). Fields are bound by name and uncontrolled:
 * text typed before this code loads is kept, and a field renders again only when its message changes. A message disappears when
 * its field changes; the next submit checks again.
 */

/** The parsed values to send, or the problems. */
export type CheckedForm<Sent> = { sent: Sent } | { problems: Problems }

/** The state of files uploaded while the form is filled in. */
export type Uploads = Readonly<Record<string, 'sending' | 'failed'>>

/** The state of sending the form. */
type Outcome<Sent, Result> =
  | { status: 'idle' | 'sending' }
  | { status: 'done'; result: Result; sent: Sent }
  /** `sent` is null if the rules could not be loaded, so nothing was sent. */
  | { status: 'failed'; error: unknown; sent: Sent | null }

/** What somebody else has saved since this form was opened. */
export interface Stored<Values> {
  values: Values
  version: number
}

export interface Meanwhile<Values> {
  theirs: Values
  mine: Values
  /** Fields that this user and somebody else changed to different values. */
  both: (keyof Values & string)[]
}

type Typed = Record<string, unknown>

interface FormOptions<Values, Sent, Result> {
  /**
   * The initial values. Missing if the server renders the form: the page then has them, including text typed before this code
   * loaded.
   */
  values?: Values
  /** The rules, such as `bySchema(inviteSchema)`; they may be loaded first. Without rules the values are sent as typed. */
  check?: (values: Values, uploads: Uploads) => CheckedForm<Sent> | Promise<CheckedForm<Sent>>
  /** `version` is the version that saving replaces. */
  send: (sent: Sent, version: number) => Promise<Result>
  onDone?: (result: Result, sent: Sent) => unknown
  /** Called instead of sending, to ask for confirmation. The caller then calls `send` of the form. */
  onChecked?: (sent: Sent) => void
  /** Shows the problems itself and takes the user there, instead of focusing the first invalid field. */
  onRefused?: (problems: Problems, error: unknown) => void
  /** The server's prefix for the form's fields: with `election`, it calls the field `title` `election.title`. */
  envelope?: string
  /** The problems of an error whose code alone tells which field it is about. */
  problemsOf?: (error: ApiError) => Problems
  /** Keeps the text on this device until it is sent, even if the tab is closed. */
  draft?: DraftOptions<Values>
  /** The version that was opened, and how to read the stored one if somebody else saved in the meantime. */
  stored?: {
    version: number
    read: () => Promise<Stored<Values> | null>
    /** The user chooses by `choose`. Otherwise fields that they did not change take the stored values. */
    asks?: boolean
  }
}

export interface FormState<Values = Typed, Sent = unknown, Result = unknown> extends FormAround {
  control: UseFormReturn<Typed>
  outcome: Outcome<Sent, Result>
  busy: boolean
  /** A file is being uploaded. */
  uploading: boolean
  meanwhile: Meanwhile<Values> | null
  /** The version that saving replaces. */
  version: number
  /** A draft from an earlier visit was restored. */
  restored: boolean
  /** Whether the user has tried to send it: messages that came with the page no longer apply. */
  readonly tried: boolean
  /** The initial values, or those that somebody else has saved since. */
  readonly opened: Values
  /** Whether a value differs from `opened`, or a file was chosen. */
  readonly dirty: boolean
  submit: (event?: FormEvent) => void
  /** Sends checked values and returns the outcome, for callers that asked for confirmation. */
  send: (sent: Sent) => Promise<Outcome<Sent, Result>>
  /** Sets fields as if the user had typed. */
  change: (values: Typed) => void
  /** Continues from the stored values, but keeps the user's text in these fields. */
  choose: (mine: ReadonlySet<string>) => void
  /**
   * For a form that stays open after sending: continues from the stored values, and keeps what was typed since. Returns whether
   * there was any.
   */
  continueFrom: (stored: Stored<Values>) => boolean
  /** Starts again with these values, or with the initial ones. */
  reset: (values?: Values, version?: number) => void
}

export function useForm<Values extends object, Sent = Values, Result = unknown>(
  options: FormOptions<Values, Sent, Result>,
): FormState<Values, Sent, Result> {
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
    latestUploads.current = uploads
  })
  const [outcome, setOutcome] = useState<Outcome<Sent, Result>>({ status: 'idle' })
  const [uploads, setUploads] = useState<Uploads>({})
  const latestUploads = useRef(uploads)
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Values> | null>(null)
  const [version, setVersion] = useState(options.stored?.version ?? 0)
  const newer = useRef<Stored<Values> | null>(null)
  const typedWhenSent = useRef<Typed>({})
  /** A double click sends once. */
  const underway = useRef(false)
  const [refusals, setRefusals] = useState(0)
  const [resets, setResets] = useState(0)

  const control = useHookForm<Typed>({
    ...(options.values && { defaultValues: { ...options.values } }),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    async resolver(values) {
      const { check } = latest.current
      const checked = check ? await check(values as Values, latestUploads.current) : { sent: values }
      const problems = 'sent' in checked ? notSent(latestUploads.current) : checked.problems
      return problems ? { values: {}, errors: errorsOf(problems) } : { values: checked, errors: {} }
    },
  })
  const { errors, isSubmitting } = control.formState
  const problems = problemsIn(errors)
  const draft = useDraft(options.draft, control, { version, setVersion })

  useEffect(() => {
    if (refusals > 0) focusProblem(element.current)
  }, [refusals])

  useEffect(() => {
    if (options.values) return
    // Take over text typed before this code loaded.
    const early = Object.entries(control.getValues()).filter(([, value]) => value)
    const inCapitals = (name: string) => element.current?.querySelector(`[name="${name}"][data-capitals]`)
    const typed = early.map(([name, value]) => [name, inCapitals(name) ? String(value).toUpperCase() : value])
    if (typed.length > 0) change(Object.fromEntries(typed))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form's code has loaded
  }, [])

  function refuse(found: Problems, error: unknown) {
    for (const [name, message] of Object.entries(found)) control.setError(name, { message })
    if (latest.current.onRefused) latest.current.onRefused(found, error)
    else setRefusals((times) => times + 1)
  }

  function fail(error: unknown, sent: Sent | null) {
    const failed = { status: 'failed', error, sent } as const
    setOutcome(failed)
    refuse(error instanceof ApiError ? problemsFrom(error) : {}, error)
    return failed
  }

  async function send(sent: Sent): Promise<Outcome<Sent, Result>> {
    if (underway.current) return outcome
    underway.current = true
    setOutcome({ status: 'sending' })
    typedWhenSent.current = control.getValues()
    try {
      const result = await latest.current.send(sent, version)
      draft.forget()
      setMeanwhile(null)
      const done = { status: 'done', result, sent } as const
      setOutcome(done)
      // `mine` summarises everything, so any action may change it.
      void queries.invalidateQueries({ queryKey: mineKey })
      await latest.current.onDone?.(result, sent)
      return done
    } catch (error) {
      if (isClash(error)) await readMeanwhile()
      return fail(error, sent)
    } finally {
      underway.current = false
    }
  }

  function problemsFrom(error: ApiError): Problems {
    const { envelope, problemsOf } = latest.current
    const opened = Object.entries(error.fields).map(([name, message]) => [
      envelope && name.startsWith(`${envelope}.`) ? name.slice(envelope.length + 1) : name,
      message,
    ])
    return { ...problemsOf?.(error), ...(Object.fromEntries(opened) as Problems) }
  }

  async function readMeanwhile() {
    const now = (await latest.current.stored?.read().catch(() => null)) ?? null
    newer.current = now
    if (!now) return
    const mine = control.getValues() as Values
    const { changed, both } = compareChanges(control.formState.defaultValues as Values, mine, now.values)
    setMeanwhile({ theirs: now.values, mine, both })
    if (!latest.current.stored?.asks) choose(new Set(changed))
  }

  function choose(mine: ReadonlySet<string>) {
    if (!newer.current) return
    restart(newer.current, (name) => mine.has(name))
    if (!latest.current.stored?.asks) return
    setMeanwhile(null)
    setOutcome({ status: 'idle' })
  }

  function restart(now: Stored<Values>, keeps: (name: string, typed: unknown) => boolean): boolean {
    const kept = Object.entries(control.getValues()).filter(([name, typed]) => keeps(name, typed))
    control.reset({ ...now.values })
    change(Object.fromEntries(kept))
    setVersion(now.version)
    return kept.length > 0
  }

  function change(values: Record<string, unknown>) {
    if (Object.keys(values).length === 0) return
    for (const name of Object.keys(values)) {
      control.setValue(name, values[name], { shouldDirty: true })
      control.clearErrors(name)
    }
    draft.keep()
  }

  const { clearErrors } = control
  const noteUpload: FormAround['noteUpload'] = useCallback(
    (name, status) => {
      clearErrors(name)
      setUploads(({ [name]: _before, ...others }) => (status ? { ...others, [name]: status } : others))
    },
    [clearErrors],
  )
  const uploading = Object.values(uploads).includes('sending')
  const busy = isSubmitting || outcome.status === 'sending'
  return {
    control,
    element,
    problems,
    outcome,
    failure: outcome.status === 'failed' ? outcome.error : null,
    busy,
    uploading,
    meanwhile,
    version,
    restored: draft.restored,
    get tried() {
      return outcome.status !== 'idle' || control.formState.submitCount > 0
    },
    get opened() {
      return control.formState.defaultValues as Values
    },
    get dirty() {
      return control.formState.isDirty || Object.keys(uploads).length > 0
    },
    submit(event) {
      event?.preventDefault()
      // React passes the event of a form in a dialog on to the form around the dialog.
      event?.stopPropagation()
      if (busy || (uploading && !latest.current.check)) return
      setOutcome({ status: 'idle' })
      const submitted = control.handleSubmit(
        (checked) => {
          const sent = checked['sent'] as Sent
          return latest.current.onChecked ? latest.current.onChecked(sent) : send(sent)
        },
        (found) => refuse(problemsIn(found), null),
      )()
      void submitted.catch((error: unknown) => fail(error, null))
    },
    send,
    noteChange: (...names) => {
      if (names.some((name) => name in problems)) control.clearErrors(names)
      draft.keep()
    },
    change,
    choose,
    continueFrom: (now) => restart(now, (name, typed) => !same(typed, typedWhenSent.current[name])),
    reset(values, version) {
      control.reset(values && { ...values })
      if (version !== undefined) setVersion(version)
      setUploads({})
      setResets((times) => times + 1)
      setMeanwhile(null)
      setOutcome({ status: 'idle' })
      draft.forget()
    },
    noteUpload,
    resets,
    focusProblem: (name) => focusProblem(element.current, name),
  }
}

/** The current values. The component renders again at each change. */
export function useValues<Values, Sent, Result>({ control }: FormState<Values, Sent, Result>): Values {
  const [values, setValues] = useState<Typed>(() => control.getValues())
  const { subscribe, getValues } = control
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the library does not report text typed before this code loaded
    setValues(getValues())
    return subscribe({ formState: { values: true }, callback: (state) => setValues(state.values) })
  }, [subscribe, getValues])
  return values as Values
}

/** Checks by a schema from `src/shared`. `typedAs` maps fields whose input has another name, such as pesos typed as `amount`. */
export const bySchema =
  <Sent>(schema: z.ZodType<Sent>, typedAs: Record<string, string> = {}) =>
  (values: object): CheckedForm<Sent> => {
    const read = schema.safeParse(values)
    if (read.success) return { sent: read.data }
    const problems: Problems = {}
    for (const { path, message } of read.error.issues)
      problems[path.map((part) => typedAs[String(part)] ?? String(part)).join('.')] ??= message
    return { problems }
  }

function focusProblem(form: HTMLFormElement | null, name?: string): void {
  // The message of a refusal that is about no field comes last: otherwise it may be far above the pressed button.
  const wanted = name
    ? [`[name="${name}"], [data-field="${name}"] input`]
    : ['[data-summary], [aria-invalid=true]', '[role=alert]']
  const marked = wanted.flatMap((selector) => [...(form?.querySelectorAll<HTMLElement>(selector) ?? [])])
  // Skip hidden ones: the camera button is on phones only.
  const first = marked.find((one) => one.getClientRects().length > 0)
  // A group of radio buttons cannot take the focus itself.
  const control = first?.matches('fieldset') ? first.querySelector('input') : first
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}

/** Nothing is saved without a file that was refused or could not be sent. */
function notSent(uploads: Uploads): Problems | null {
  const failed = Object.keys(uploads).filter((name) => uploads[name] === 'failed')
  return failed.length === 0 ? null : Object.fromEntries(failed.map((name) => [name, notSentText]))
}

/** For an `ErrorSummary`: the field itself says why its file was not sent. */
const notSentText = 'This file was not sent. Send it again, choose another, or remove it.'

const isClash = (error: unknown) => error instanceof ApiError && error.code === 'edited-meanwhile'

/** The fields that this user changed, and those that somebody else changed to a different value. */
export function compareChanges<Values extends object>(base: Values, mine: Values, theirs: Values) {
  const names = Object.keys(mine) as (keyof Values & string)[]
  const changed = names.filter((name) => !same(mine[name], base[name]))
  const both = changed.filter((name) => !same(theirs[name], base[name]) && !same(theirs[name], mine[name]))
  return { changed, both }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function errorsOf(problems: Problems): FieldErrors<Typed> {
  const errors: FieldErrors<Typed> = {}
  for (const [name, message] of Object.entries(problems)) set(errors, name, { type: 'rule', message })
  return errors
}

/** Flattens the library's tree, where `files.signature` is nested in `files`. */
function problemsIn(errors: object, path = ''): Problems {
  return Object.assign(
    {},
    ...Object.entries(errors).map(([name, error]: [string, object & { message?: unknown }]) => {
      const full = path + name
      return typeof error.message === 'string' ? { [full]: error.message } : problemsIn(error, `${full}.`)
    }),
  ) as Problems
}

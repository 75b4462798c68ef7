import { useEffect, useRef, useState, useCallback, type FormEvent } from 'react'
import { set, useForm as useHookForm, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/api/client.ts'
import { mineKey, queries } from '#web/api/query-client.ts'
import { useDraft, type DraftOptions } from './draft.ts'
import type { FormAround, Problems } from './fields.tsx'

/**
 * The one form of the site, on React Hook Form (docs/decisions/037-one-form-kit.md). Fields are bound by their names and keep
 * what is typed themselves: what was typed before this code came is there, and a field's parts are drawn anew only when
 * something is said about it. What is wrong with a field goes when the field is changed, and is looked for again at the next
 * submit.
 */

/** What is typed, read as what is sent; or why not. */
export type CheckedForm<Sent> = { sent: Sent } | { problems: Problems }

/** Of the files that are sent while the form is filled in. */
export type Uploads = Readonly<Record<string, 'sending' | 'failed'>>

/** Where it stands with sending the form. */
export type Outcome<Sent, Result> =
  | { status: 'idle' | 'sending' }
  | { status: 'done'; result: Result; sent: Sent }
  /** Nothing was sent where the rules themselves could not be fetched. */
  | { status: 'failed'; error: unknown; sent: Sent | null }

/** As somebody else has saved it since this form was opened. */
export interface Stored<Values> {
  values: Values
  version: number
}

export interface Meanwhile<Values> {
  theirs: Values
  mine: Values
  /** The fields that this person and somebody else have changed, each otherwise. */
  both: (keyof Values & string)[]
}

type Typed = Record<string, unknown>

export interface FormOptions<Values, Sent, Result> {
  /**
   * What the fields show at first. Left out where the server draws the form: there the page says it, and what was typed into
   * it before this code came counts.
   */
  values?: Values
  /** The rules, say `bySchema(inviteSchema)`; they may be fetched first. Without them all that is typed is sent as it is. */
  check?: (values: Values, uploads: Uploads) => CheckedForm<Sent> | Promise<CheckedForm<Sent>>
  /** `version` is what saving replaces. */
  send: (sent: Sent, version: number) => Promise<Result>
  onDone?: (result: Result, sent: Sent) => unknown
  /** Where the person is asked once more: in place of sending. Then `send` of the form goes on. */
  onChecked?: (sent: Sent) => void
  /** Says itself what is wrong, and takes the person there; in place of the focus on the first field that is. */
  onRefused?: (problems: Problems, error: unknown) => void
  /** Where the server has the form's fields within another: it names them `election.title`, they are `title`. */
  envelope?: string
  /** The problems of a refusal, where its code alone says which field it is about. */
  problemsOf?: (error: ApiError) => Problems
  /** What was typed survives a closed tab on this device, until it is sent. */
  draft?: DraftOptions<Values>
  /** The version that was opened, and what is stored by now: asked when somebody else has saved meanwhile. */
  stored?: {
    version: number
    read: () => Promise<Stored<Values> | null>
    /** The person chooses, by `choose`; otherwise fields they left alone take what is saved now. */
    asks?: boolean
  }
}

export interface Form<Values = Typed, Sent = unknown, Result = unknown> extends FormAround {
  control: UseFormReturn<Typed>
  outcome: Outcome<Sent, Result>
  busy: boolean
  /** A file is on its way. */
  uploading: boolean
  meanwhile: Meanwhile<Values> | null
  /** What saving replaces. */
  version: number
  /** Something of an earlier visit was put back. */
  restored: boolean
  /** Whether it was sent before, or tried to be: what the page said at first is no longer true. */
  readonly tried: boolean
  /** As the fields were at first, or with what somebody else has saved since. */
  readonly opened: Values
  /** Whether something differs from it, or a file has been chosen. */
  readonly dirty: boolean
  submit: (event?: FormEvent) => void
  /** Sends what was checked; returns what came of it, for whoever asked once more. */
  send: (sent: Sent) => Promise<Outcome<Sent, Result>>
  /** Puts something into fields as if it were typed. */
  change: (values: Typed) => void
  /** Goes on from what is stored, with the person's own text in these fields. */
  choose: (mine: ReadonlySet<string>) => void
  /**
   * After sending, where the form stays open: goes on from what is stored now, with what was typed since. Returns whether there is
   * any.
   */
  continueFrom: (stored: Stored<Values>) => boolean
  /** From the beginning: with these values, or as it was. */
  reset: (values?: Values, version?: number) => void
  focusProblem: () => void
}

export function useForm<Values extends object, Sent = Values, Result = unknown>(
  options: FormOptions<Values, Sent, Result>,
): Form<Values, Sent, Result> {
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
  /** Two presses within one moment send once. */
  const underway = useRef(false)
  const [refusals, setRefusals] = useState(0)

  const control = useHookForm<Typed>({
    ...(options.values && { defaultValues: { ...options.values } }),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    async resolver(values) {
      const { check } = latest.current
      if (!check) return { values: { sent: values }, errors: {} }
      const checked = await check(values as Values, latestUploads.current)
      return 'sent' in checked ? { values: checked, errors: {} } : { values: {}, errors: errorsOf(checked.problems) }
    },
  })
  const { errors, isSubmitting } = control.formState
  const problems = problemsIn(errors)
  const draft = useDraft(options.draft, control)

  useEffect(() => {
    if (refusals > 0) focusProblem(element.current)
  }, [refusals])

  useEffect(() => {
    if (options.values) return
    // Typed before this code came: taken as if it were typed now.
    const early = Object.entries(control.getValues()).filter(([, value]) => value)
    const inCapitals = (name: string) => element.current?.querySelector(`[name="${name}"][data-capitals]`)
    const typed = early.map(([name, value]) => [name, inCapitals(name) ? String(value).toUpperCase() : value])
    if (typed.length > 0) change(Object.fromEntries(typed))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form's code has come
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
      // It sums up everything, so that whatever is done may change it.
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
    for (const name of Object.keys(values)) {
      control.setValue(name, values[name], { shouldDirty: true })
      control.clearErrors(name)
    }
    draft.keep()
  }

  const noteUpload: FormAround['noteUpload'] = useCallback(
    (name, status) => setUploads(({ [name]: _before, ...others }) => (status ? { ...others, [name]: status } : others)),
    [],
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
      // A form in a dialog is not a part of the one around the dialog, to which React hands the event on.
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
      setMeanwhile(null)
      setOutcome({ status: 'idle' })
      draft.forget()
    },
    noteUpload,
    focusProblem: () => focusProblem(element.current),
  }
}

/** What is typed at this moment; whoever asks is drawn anew at each change. */
export function useValues<Values, Sent, Result>({ control }: Form<Values, Sent, Result>): Values {
  const [values, setValues] = useState<Typed>(() => control.getValues())
  const { subscribe, getValues } = control
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the library does not tell what was typed before this code came
    setValues(getValues())
    return subscribe({ formState: { values: true }, callback: (state) => setValues(state.values) })
  }, [subscribe, getValues])
  return values as Values
}

/** By a schema of `src/shared`. `typedAs` names the fields that are typed under another name than they are sent: pesos as `amount`. */
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

/** To the summary where there is one; otherwise to the first field that is marked. */
function focusProblem(form: HTMLFormElement | null): void {
  const marked = [...(form?.querySelectorAll<HTMLElement>('[data-summary], [aria-invalid=true]') ?? [])]
  // The camera's button is there on phones only.
  const first = marked.find((one) => one.getClientRects().length > 0)
  // A group of radio buttons takes no focus itself.
  goTo(first?.matches('fieldset') ? first.querySelector('input') : first)
}

export function goTo(control: Element | null | undefined): void {
  if (!(control instanceof HTMLElement)) return
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}

const isClash = (error: unknown) => error instanceof ApiError && error.code === 'edited-meanwhile'

/** Which fields this person has changed, and which of them somebody else too, each otherwise. */
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

/** The library keeps them as a tree: `files.signature` lies in `files`. */
function problemsIn(errors: object, path = ''): Problems {
  return Object.assign(
    {},
    ...Object.entries(errors).map(([name, error]: [string, object & { message?: unknown }]) => {
      const full = path + name
      return typeof error.message === 'string' ? { [full]: error.message } : problemsIn(error, `${full}.`)
    }),
  ) as Problems
}

import { useEffect, useRef, useState } from 'react'
import { showBytes } from '#shared/figures.ts'
import { ApiError, isWorthRetrying, sentenceOf } from '#web/api/client.ts'
import { asServerAsked, untilOnlineOr, withRetry } from '#web/api/retry.ts'
import { Button } from './button.tsx'
import { FieldFrame, useFormAround, type FieldTexts } from './fields.tsx'
import { CheckIcon, FileIcon } from './icons.tsx'

export interface UploadProgress {
  sent: number
  total: number
}

/** Sends one file, reports the progress, and stops on the signal. */
export type Upload<Result> = (
  file: File,
  how: { onProgress: (progress: UploadProgress) => void; signal: AbortSignal },
) => Promise<Result>

type UploadState<Result> =
  | { status: 'idle' }
  | { status: 'sending'; file: File; progress: UploadProgress }
  /** Interrupted; it resumes when the connection is back. */
  | { status: 'waiting'; file: File; error: unknown }
  | { status: 'done'; file: File; result: Result }
  | { status: 'failed'; file: File; error: unknown }

/** Growing pauses before each retry. After that it is retried when the person asks, or the browser is online again. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000]

export function useUpload<Result>(upload: Upload<Result>, onDone: (result: Result | null) => void) {
  const [state, setState] = useState<UploadState<Result>>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const show = (next: UploadState<Result>) => !signal.aborted && setState(next)
    const onProgress = (progress: UploadProgress) => show({ status: 'sending', file, progress })
    const sendOnce = () => {
      signal.throwIfAborted()
      onProgress({ sent: 0, total: file.size })
      return upload(file, { signal, onProgress })
    }
    const pause = (ms: number, error: unknown) => {
      show({ status: ms === Infinity ? 'failed' : 'waiting', file, error })
      return untilOnlineOr(asServerAsked(ms, error), { signal })
    }
    try {
      const result = await withRetry(sendOnce, { pausesMs, furtherPauseMs: Infinity, pause })
      if (signal.aborted) return
      setState({ status: 'done', file, result })
      onDone(result)
    } catch (error) {
      show({ status: 'failed', file, error })
    }
  }

  function clear() {
    running.current?.abort()
    running.current = null
    setState({ status: 'idle' })
    onDone(null)
  }

  return { state, send, clear }
}

/** Problems of the site, not of the file. */
const passing = new Set<string>([
  'unexpected',
  'disk-full',
  'too-many-registrations',
  'too-many-pictures',
  'body-too-large',
])
export const mayHelpToRetry = (error: unknown) =>
  !(error instanceof ApiError) || isWorthRetrying(error) || passing.has(error.code)

/** The name was looked at before, the content only by the server. */
export const problemWithFile = (error: unknown): string =>
  error instanceof ApiError && error.code === 'picture-not-a-picture' ? otherPictureText : sentenceOf(error)

const otherPictureText = 'This file is not a JPEG or PNG picture, although its name says so.'

interface FileFieldProps<Result> extends FieldTexts {
  /** As in an input's `accept`. */
  accept: string
  /** Why this file is refused, or null; asked before anything is sent. */
  whyNot?: (file: File) => string | null
  upload: Upload<Result>
  /** The label of the button that removes the earlier file, if there is one. */
  removal?: string | undefined
  /** In a form: the upload's result is its value, and the form waits while it is sent. */
  name?: string
}

/** Sends a file as soon as it is chosen, and shows the progress; it can be cancelled, retried and replaced. */
export function FileField<Result>(props: FileFieldProps<Result>) {
  // A form that starts again has no file left.
  return <ChosenFile key={useFormAround()?.resets} {...props} />
}

function ChosenFile<Result>({
  label,
  hint,
  error,
  optional,
  accept,
  whyNot,
  upload,
  removal,
  name,
}: FileFieldProps<Result>) {
  const form = useFormAround()
  const { state, send, clear } = useUpload(upload, (result) => {
    if (form && name) form.change({ [name]: result ?? undefined })
  })
  const sending = state.status === 'sending' || state.status === 'waiting'
  const failed = state.status === 'failed'
  const [refusal, setRefusal] = useState<string | null>(null)
  const refused = failed || refusal !== null
  const noteUpload = name && form?.noteUpload
  useEffect(() => {
    if (noteUpload) noteUpload(name, sending ? 'sending' : refused ? 'failed' : null)
  }, [noteUpload, name, sending, refused])
  const input = useRef<HTMLInputElement>(null)

  function choose(file: File | undefined) {
    if (!file) return
    const why = whyNot?.(file) ?? null
    setRefusal(why)
    if (!why) void send(file)
  }

  /** A file that was sent stays if its replacement is refused. */
  function remove() {
    setRefusal(null)
    if (refusal === null) clear()
  }

  const cutOff = failed || state.status === 'waiting'
  const problem = refusal ?? (cutOff ? problemWithFile(state.error) : (error ?? (name && form?.problems[name])))
  return (
    <FieldFrame {...{ label, hint, error: problem }} {...(optional && { optional })}>
      {(control) => (
        <div className="rounded-field border border-dashed border-edge bg-white p-4 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-navy-3">
          <input
            {...control}
            ref={input}
            type="file"
            accept={accept}
            className="sr-only"
            onChange={(event) => {
              choose(event.target.files?.[0])
              event.target.value = '' // so that the same file can be chosen again
            }}
          />
          <FileRow state={state} />
          <div className="flex flex-wrap gap-3">
            {cutOff && mayHelpToRetry(state.error) && (
              <Button size="small" onClick={() => choose(state.file)}>
                Retry
              </Button>
            )}
            {sending ? (
              <Button look="outline" size="small" onClick={clear}>
                Cancel
              </Button>
            ) : (
              <Button look="outline" size="small" tabIndex={-1} onClick={() => input.current?.click()}>
                {state.status === 'idle' ? 'Choose a file' : 'Choose another'}
              </Button>
            )}
            {(state.status === 'done' || refused || (removal && !sending)) && (
              <Button look="quiet" size="small" onClick={remove}>
                {(refusal === null && removal) || 'Remove'}
              </Button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

function FileRow({ state }: { state: UploadState<unknown> }) {
  if (state.status === 'idle') return null
  return (
    <div className="mb-3">
      <p className="flex items-center gap-3">
        {state.status === 'done' ? (
          <CheckIcon className="size-5 flex-none text-green" />
        ) : (
          <FileIcon className="size-5 flex-none text-muted" />
        )}
        <span className="min-w-0 flex-1 font-semibold break-all">{state.file.name}</span>
        {state.status !== 'sending' && (
          <span className="flex-none text-muted tabular-nums">{showBytes(state.file.size)}</span>
        )}
      </p>
      {state.status === 'sending' && <UploadBar progress={state.progress} name={state.file.name} />}
      {state.status === 'done' && (
        <p role="status" className="mt-1 font-semibold text-green">
          Uploaded
        </p>
      )}
    </div>
  )
}

/** The progress of an upload: a bar, bytes and percent. */
export function UploadBar({ progress: { sent, total }, name }: { progress: UploadProgress; name: string }) {
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100)
  return (
    <div className="mt-2">
      <progress aria-label={`Uploading ${name}`} value={percent} max={100} className="progress-bar" />
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-muted tabular-nums *:whitespace-nowrap">
        <span>
          {showBytes(sent)} of {showBytes(total)}
        </span>
        <span>{percent} %</span>
      </p>
    </div>
  )
}

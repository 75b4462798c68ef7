import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { FieldFrame, type FieldTexts } from '#web/components/field-frame.tsx'
import { CheckIcon, FileIcon } from '#web/components/icons.tsx'
import { showBytes } from '#web/components/show-bytes.ts'
import { UploadBar } from '#web/components/upload-bar.tsx'
import { useUpload, type Upload, type UploadState } from '#web/components/use-upload.ts'

interface FileFieldProps<Result> extends FieldTexts {
  /** As in an input's `accept`. */
  accept: string
  /** Why this file is refused, or null; asked before anything is sent. */
  whyNot?: (file: File) => string | null
  upload: Upload<Result>
  /** The finished upload, or null when it is taken away. */
  onDone: (result: Result | null) => void
  /** Told when sending begins and ends, for a form that must wait for it. */
  onSending?: (sending: boolean) => void
}

/** A file goes out as soon as it is chosen, with how far it is; it can be cancelled, tried again and replaced. */
export function FileField<Result>({
  label,
  hint,
  error,
  optional,
  accept,
  whyNot,
  upload,
  onDone,
  onSending,
}: FileFieldProps<Result>) {
  const { state, send, clear } = useUpload(upload, onDone)
  const sending = state.status === 'sending' || state.status === 'waiting'
  useEffect(() => onSending?.(sending), [sending, onSending])
  const [refusal, setRefusal] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  function choose(file: File | undefined) {
    if (!file) return
    const why = whyNot?.(file) ?? null
    setRefusal(why)
    if (!why) void send(file)
  }

  const cutOff = state.status === 'failed' || state.status === 'waiting'
  const problem = refusal ?? (cutOff ? sentenceOf(state.error) : error)
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
            {cutOff && (
              <Button size="small" onClick={() => void send(state.file)}>
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
            {state.status === 'done' && (
              <Button look="quiet" size="small" onClick={clear}>
                Remove
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

import { useRef, useState, type FormEvent } from 'react'
import { editorText } from './text.ts'
import type { VideoPage } from '#shared/content/schemas.ts'
import { errorText } from '#shared/text.ts'
import { useEditor, useUnsaved } from '#web/content/editors/editor-context.ts'
import { useVideoUpload, type ChosenVideo, type VideoUploadState } from '#web/content/editors/use-video-upload.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FilmIcon } from '#web/components/icons.tsx'
import { FieldFrame, TextField } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showBytes } from '#web/components/formats.ts'
import { UploadBar } from '#web/components/upload.tsx'

interface VideoUploadProps {
  page: VideoPage
  /** What happens when it is there, for the confirmation. */
  effect: string
  /** The video whose place the new one takes. */
  replaces?: string | undefined
}

/** A title and a file, a confirmation, then the upload with how far it is. */
export function VideoUpload({ page, effect, replaces }: VideoUploadProps) {
  const { say } = useEditor()
  const [title, setTitle] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [incomplete, setIncomplete] = useState(false)
  const [confirming, setConfirming] = useState<ChosenVideo | null>(null)
  const { state, send, cancel } = useVideoUpload(() => {
    setTitle('')
    setFile(null)
    say(editorText.videoAdded)
  })
  useUnsaved(title !== '' || file !== null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const complete = file !== null && title.trim() !== ''
    setIncomplete(!complete)
    if (complete) setConfirming({ page, title: title.trim(), file, replaces: replaces ?? null })
  }

  if (state.status !== 'idle')
    return (
      <Underway
        state={state}
        onRetry={() => state.status === 'failed' && void send({ ...state.video, replaces: replaces ?? null })}
        onCancel={cancel}
      />
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {incomplete && <Notice tone="error">{errorText['video-fields-required']}</Notice>}
      <TextField
        label="Title of the video"
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
      />
      <VideoFile file={file} onChoose={setFile} />
      <div className="flex justify-end">
        <Button type="submit">Upload video</Button>
      </div>
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        title="Upload this video?"
        action="Upload"
        onConfirm={() => {
          if (confirming) void send(confirming)
        }}
      >
        <p>
          <strong className="break-words">{confirming?.title}</strong>, {showBytes(confirming?.file.size ?? 0)}.{' '}
          {effect}
        </p>
        <p className="mt-1 text-muted">Please keep this page open until it is complete.</p>
      </ConfirmDialog>
    </form>
  )
}

function VideoFile({ file, onChoose }: { file: File | null; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <FieldFrame label="Video file" hint="MP4 or WebM. Short videos load faster on a phone.">
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-dashed border-edge bg-white p-3 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-navy-3">
          <input
            {...control}
            ref={input}
            type="file"
            accept="video/mp4,video/webm"
            className="sr-only"
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              if (chosen) onChoose(chosen)
              event.target.value = '' // so that the same file can be chosen again
            }}
          />
          <Button look="outline" size="small" tabIndex={-1} onClick={() => input.current?.click()}>
            {file ? 'Choose another' : 'Choose a file'}
          </Button>
          {file && (
            <p className="min-w-40 flex-1 break-all">
              <span className="font-semibold">{file.name}</span>{' '}
              <span className="text-muted tabular-nums">{showBytes(file.size)}</span>
            </p>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface UnderwayProps {
  state: Exclude<VideoUploadState, { status: 'idle' }>
  onRetry: () => void
  onCancel: () => void
}

function Underway({ state, onRetry, onCancel }: UnderwayProps) {
  const { title, file } = state.video
  return (
    <div className="grid gap-3 rounded-field border border-line bg-white p-4">
      <p className="flex items-center gap-3">
        <FilmIcon className="size-6 flex-none text-muted" />
        <span className="min-w-0 flex-1 font-semibold break-words">{title}</span>
      </p>
      {state.status === 'sending' && <UploadBar progress={state.progress} name={title} />}
      {state.status === 'adding' && (
        <Spinner label="The upload is complete. The site is checking the video…" className="size-5" />
      )}
      {state.status === 'failed' && (
        <Notice tone="error" title={editorText.uploadVideoFailed}>
          <p>{sentenceOf(state.error)}</p>
          {wasCutOff(state.error) && <p>{editorText.uploadErrorHelp}</p>}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {state.status !== 'adding' && (
          <Button look="outline" size="small" onClick={onCancel}>
            {state.status === 'failed' ? 'Choose another file' : 'Cancel upload'}
          </Button>
        )}
        {state.status === 'failed' && (
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
      <p className="sr-only">{file.name}</p>
    </div>
  )
}

const wasCutOff = (error: unknown) => error instanceof ApiError && error.code === 'no-connection'

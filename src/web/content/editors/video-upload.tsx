import { useEffect, useRef, useState } from 'react'
import { whyNotPlayable } from '#shared/content/playable-video.ts'
import type { VideoPage } from '#shared/content/schemas.ts'
import { whyNotVideoLink } from '#shared/content/video-links.ts'
import { showBytes } from '#shared/figures.ts'
import { errorText, sentenceFor } from '#shared/text.ts'
import { ApiError, isWorthRetrying, sentenceOf } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FieldFrame, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { FilmIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { showToast } from '#web/components/toast.tsx'
import { UploadBar, type UploadProgress } from '#web/components/upload.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { addVideo, invalidateEdited, sendPoster, startVideoUpload, whyNotPicture } from './api.ts'
import { useUnsaved } from './editor.tsx'
import { editorText } from './text.ts'

interface AddVideoProps {
  page: VideoPage
  /** The effect of adding it, for the confirmation. */
  effect: string
  /** The video that the new one replaces. */
  replaces?: string | null | undefined
}

/** Adds an uploaded file, or a video on YouTube or Facebook. */
export const AddVideo = (props: AddVideoProps) => (
  <Tabs
    label={editorText.addVideo}
    tabs={[
      { id: 'file', label: editorText.videoFromFile, content: <VideoUpload {...props} /> },
      { id: 'link', label: editorText.videoByLink, content: <VideoByLink {...props} /> },
    ]}
  />
)

interface TypedLink {
  link: string
  title: string
  picture: File | null
}

/** Adds a video by address and title. The picture is uploaded too, since nothing is fetched from the host before play. */
function VideoByLink({ page, effect, replaces = null }: AddVideoProps) {
  const form = useForm<TypedLink, TypedLink>({
    values: { link: '', title: '', picture: null },
    check(typed) {
      const picture = typed.picture && whyNotPicture(typed.picture)
      if (picture) return { problems: { video: picture } }
      if (typed.link.trim() === '' || typed.title.trim() === '')
        return { problems: { video: errorText['video-link-fields-required'] } }
      const why = whyNotVideoLink(typed.link)
      return why ? { problems: { link: errorText[why] } } : { sent: typed }
    },
    async send({ link, title, picture }) {
      const { video } = await addVideo({ page, title: title.trim(), link: link.trim(), replaces }).catch(readAgain)
      // Without a picture, the video is shown with the emblem.
      if (picture) await sendPoster(video.id, picture).catch((error: unknown) => showToast(sentenceOf(error), 'error'))
      await invalidateEdited('videos')
    },
    onDone() {
      form.reset()
      showToast(editorText.videoLinked)
    },
  })
  const { picture } = useValues(form)
  useUnsaved(form.dirty)
  return (
    <Form form={form} className="grid gap-4">
      {form.problems['video'] && <Notice tone="error">{form.problems['video']}</Notice>}
      <TextField
        name="link"
        label={editorText.videoAddress}
        hint={editorText.videoAddressHint}
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField name="title" label={editorText.linkedTitle} maxLength={200} />
      <ChosenFile
        label={editorText.linkedPicture}
        hint={editorText.linkedPictureHint}
        accept="image/jpeg,image/png"
        file={picture}
        onChoose={(chosen) => form.change({ picture: chosen })}
      />
      <p className="text-muted">{effect}</p>
      {form.failure !== null && <Notice tone="error">{sentenceOf(form.failure)}</Notice>}
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          {editorText.addLinkedVideo}
        </Button>
      </div>
    </Form>
  )
}

/** Asks for a title and a file, confirms, then uploads with a progress bar. The title stays during the upload. */
function VideoUpload({ page, effect, replaces = null }: AddVideoProps) {
  const [confirming, setConfirming] = useState<ChosenVideo | null>(null)
  const form = useForm<{ title: string; file: File | null }, ChosenVideo>({
    values: { title: '', file: null },
    check({ title, file }) {
      if (file === null || title.trim() === '') return { problems: { video: errorText['video-fields-required'] } }
      return { sent: { page, title: title.trim(), file, replaces } }
    },
    onChecked: setConfirming,
    send: (video) => upload.send(video),
  })
  const upload = useVideoUpload(() => {
    form.reset()
    showToast(editorText.videoAdded)
  })
  const { title, file } = useValues(form)
  useUnsaved(title !== '' || file !== null)

  const { state } = upload
  if (state.status !== 'idle')
    return (
      <Underway
        state={state}
        onRetry={() => state.status === 'failed' && void upload.send({ ...state.video, replaces })}
        onCancel={upload.cancel}
      />
    )
  return (
    <Form form={form} className="grid gap-4">
      {form.problems['video'] && <Notice tone="error">{form.problems['video']}</Notice>}
      <TextField name="title" label="Title of the video" maxLength={200} />
      <ChosenFile
        label="Video file"
        hint="MP4 or WebM. Short videos load faster on a phone."
        accept="video/mp4,video/webm"
        file={file}
        onChoose={(chosen) => form.change({ file: chosen })}
      />
      <div className="flex justify-end">
        <Button type="submit">Upload video</Button>
      </div>
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        title="Upload this video?"
        action="Upload"
        onConfirm={() => {
          if (confirming) void form.send(confirming)
        }}
      >
        <p>
          <strong className="break-words">{confirming?.title}</strong>, {showBytes(confirming?.file.size ?? 0)}.{' '}
          {effect}
        </p>
        <p className="mt-1 text-muted">Please keep this page open until it is complete.</p>
      </ConfirmDialog>
    </Form>
  )
}

interface ChosenFileProps {
  label: string
  hint: string
  accept: string
  file: File | null
  onChoose: (file: File) => void
}

/** A file that is sent together with its form. */
function ChosenFile({ label, hint, accept, file, onChoose }: ChosenFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <FieldFrame {...{ label, hint }}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-dashed border-edge bg-white p-3 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-navy-3">
          <input
            {...control}
            ref={input}
            type="file"
            accept={accept}
            className="sr-only"
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              if (chosen) onChoose(chosen)
              event.target.value = '' // lets the same file be chosen again
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

/** Somebody else replaced the video: refetch, so that the next attempt replaces the new one. */
function readAgain(error: unknown): never {
  if (error instanceof ApiError && error.code === 'edited-meanwhile') void invalidateEdited('videos')
  throw error
}

const wasCutOff = (error: unknown) => error instanceof ApiError && error.code === 'no-connection'

interface ChosenVideo {
  page: VideoPage
  title: string
  file: File
  /** The video that it replaces, as shown to the user. */
  replaces: string | null
}

type VideoUploadState =
  | { status: 'idle' }
  | { status: 'sending'; video: ChosenVideo; progress: UploadProgress }
  /** The upload is complete, and the server checks it. */
  | { status: 'adding'; video: ChosenVideo }
  | { status: 'failed'; video: ChosenVideo; error: unknown }

/** Gets an upload URL, sends the file, adds the record, then the poster. A retry continues from the step that failed. */
function useVideoUpload(onAdded: () => void) {
  const [state, setState] = useState<VideoUploadState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  const received = useRef<{ file: File; uploadId: string } | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  async function transfer({ page, title, file }: ChosenVideo, how: Parameters<typeof sendFile>[2]): Promise<string> {
    if (received.current?.file === file) return received.current.uploadId
    const { name, size, type } = file
    const { uploadId, address } = await startVideoUpload({ page, title, name, size, type })
    how.signal.throwIfAborted()
    await sendFile(address, file, how)
    received.current = { file, uploadId }
    return uploadId
  }

  async function send(video: ChosenVideo) {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const show = (next: VideoUploadState) => !signal.aborted && setState(next)
    show({ status: 'sending', video, progress: { sent: 0, total: video.file.size } })
    try {
      await refuseUnplayable(video.file)
      const poster = posterFrame(video.file)
      const uploadId = await transfer(video, {
        signal,
        onProgress: (progress) => show({ status: 'sending', video, progress }),
      })
      signal.throwIfAborted()
      show({ status: 'adding', video })
      const { page, title, replaces } = video
      const added = await addVideo({ page, title, uploadId, replaces }).catch(readAgain)
      const picture = await poster
      // Without a poster, the video is shown with the emblem, so an error here does not matter.
      if (picture) await sendPoster(added.video.id, picture).catch(() => null)
      await invalidateEdited('videos')
      received.current = null
      show({ status: 'idle' })
      onAdded()
    } catch (error) {
      if (!isWorthRetrying(error)) received.current = null
      show({ status: 'failed', video, error })
    }
  }

  function cancel() {
    running.current?.abort()
    received.current = null
    setState({ status: 'idle' })
  }

  return { state, send, cancel }
}

/** The server makes the same check after the upload; this avoids a useless one. */
async function refuseUnplayable(file: File): Promise<void> {
  const why = await whyNotPlayable({
    size: file.size,
    read: async (start, length) => new Uint8Array(await file.slice(start, start + length).arrayBuffer()),
  })
  if (why) throw new ApiError({ code: why.code, message: sentenceFor(why.code, { ...why }) })
}

const secondsIn = 1
const widest = 1280
const patienceMs = 10_000

/** A frame from about one second into the video. Null if this browser cannot play the file. */
async function posterFrame(file: File): Promise<Blob | null> {
  const address = URL.createObjectURL(file)
  try {
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = address
    await eventOf(video, 'loadeddata')
    video.currentTime = Math.min(secondsIn, Number.isFinite(video.duration) ? video.duration / 2 : secondsIn)
    await eventOf(video, 'seeked')
    return await picture(video)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

function eventOf(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too slow')), patienceMs)
    video.addEventListener(event, () => resolve(clearTimeout(timer)), { once: true })
    video.addEventListener('error', () => reject(new Error('not playable')), { once: true })
  })
}

function picture(video: HTMLVideoElement): Promise<Blob | null> {
  const shrink = Math.min(1, widest / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * shrink)
  canvas.height = Math.round(video.videoHeight * shrink)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}

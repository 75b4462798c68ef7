import { useEffect, useRef, useState } from 'react'
import type { VideoPage } from '#shared/content/schemas.ts'
import { posterFrame } from '#web/content/editors/poster-frame.ts'
import { ApiError } from '#web/api/client.ts'
import { addVideo, edited, sendPoster, startVideoUpload } from '#web/api/content-editing.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { UploadProgress } from '#web/components/upload.tsx'

export interface ChosenVideo {
  page: VideoPage
  title: string
  file: File
  /** The video whose place it takes, as the person was told. */
  replaces: string | null
}

export type VideoUploadState =
  | { status: 'idle' }
  | { status: 'sending'; video: ChosenVideo; progress: UploadProgress }
  /** All bytes are there; the server looks at them. */
  | { status: 'adding'; video: ChosenVideo }
  | { status: 'failed'; video: ChosenVideo; error: unknown }

/** An upload address, the bytes, the record, then a poster. Trying again goes on from the step that failed. */
export function useVideoUpload(onAdded: () => void) {
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
      const poster = posterFrame(video.file)
      const uploadId = await transfer(video, {
        signal,
        onProgress: (progress) => show({ status: 'sending', video, progress }),
      })
      signal.throwIfAborted()
      show({ status: 'adding', video })
      const added = await addVideo({ page: video.page, title: video.title, uploadId, replaces: video.replaces })
      const picture = await poster
      // Without a poster the video is shown with the emblem; that is no failure.
      if (picture) await sendPoster(added.video.id, picture).catch(() => null)
      await edited('videos')
      received.current = null
      show({ status: 'idle' })
      onAdded()
    } catch (error) {
      if (!(error instanceof ApiError && error.worthRetrying)) received.current = null
      if (error instanceof ApiError && error.code === 'edited-meanwhile') void edited('videos')
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

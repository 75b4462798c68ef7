import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/client.ts'

export interface UploadProgress {
  sent: number
  total: number
}

/** Sends one file, tells how far it is, and stops when the signal says so. */
export type Upload<Result> = (
  file: File,
  how: { onProgress: (progress: UploadProgress) => void; signal: AbortSignal },
) => Promise<Result>

export type UploadState<Result> =
  | { status: 'idle' }
  | { status: 'sending'; file: File; progress: UploadProgress }
  /** Cut off; it goes on by itself when the connection is back. */
  | { status: 'waiting'; file: File; error: unknown }
  | { status: 'done'; file: File; result: Result }
  | { status: 'failed'; file: File; error: unknown }

/** Growing pauses before each new try; after the last one the person decides, or the browser's word that it is online again. */
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
    for (let tries = 0; !signal.aborted; tries++) {
      show({ status: 'sending', file, progress: { sent: 0, total: file.size } })
      try {
        const result = await upload(file, {
          signal,
          onProgress: (progress) => show({ status: 'sending', file, progress }),
        })
        if (signal.aborted) return
        setState({ status: 'done', file, result })
        onDone(result)
        return
      } catch (error) {
        if (!(error instanceof ApiError && error.worthRetrying)) return show({ status: 'failed', file, error })
        const pause = pausesMs[tries]
        show({ status: pause === undefined ? 'failed' : 'waiting', file, error })
        await onlineAgain(Math.max(pause ?? Infinity, (error.retryAfter ?? 0) * 1000), signal)
      }
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

/** When the browser says that it is online again, or after a pause in which it never said that it was not. */
function onlineAgain(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = Number.isFinite(pauseMs) ? setTimeout(() => navigator.onLine && done(), pauseMs) : undefined
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

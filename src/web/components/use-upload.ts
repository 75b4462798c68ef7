import { useEffect, useRef, useState } from 'react'

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
  | { at: 'idle' }
  | { at: 'sending'; file: File; progress: UploadProgress }
  | { at: 'done'; file: File; result: Result }
  | { at: 'failed'; file: File; error: unknown }

export function useUpload<Result>(upload: Upload<Result>, onDone: (result: Result | null) => void) {
  const [state, setState] = useState<UploadState<Result>>({ at: 'idle' })
  const running = useRef<AbortController | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const current = () => running.current === controller && !controller.signal.aborted
    setState({ at: 'sending', file, progress: { sent: 0, total: file.size } })
    try {
      const result = await upload(file, {
        signal: controller.signal,
        onProgress: (progress) => current() && setState({ at: 'sending', file, progress }),
      })
      if (!current()) return
      setState({ at: 'done', file, result })
      onDone(result)
    } catch (error) {
      if (current()) setState({ at: 'failed', file, error })
    }
  }

  function clear() {
    running.current?.abort()
    running.current = null
    setState({ at: 'idle' })
    onDone(null)
  }

  return { state, send, clear }
}

import type { Upload } from '#web/components/upload.tsx'
import { ApiError, refusalOf } from './client.ts'

/** A phone may not notice for minutes that it has lost its connection: after this long without progress it is considered lost. */
const silenceMs = 60_000
/** All bytes have arrived, and the server is checking them. */
const answerMs = 300_000

const cutOffText = 'Upload error'
const failedText = 'Upload failed'

/** PUTs the bytes of a file to an address, with progress, which `fetch` cannot report. */
export function sendFile<Result>(
  address: string,
  file: Blob,
  { onProgress, signal, headers = {} }: Parameters<Upload<Result>>[1] & { headers?: Record<string, string> },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let silent: ReturnType<typeof setTimeout>
    const expectNewsIn = (ms: number) => {
      clearTimeout(silent)
      silent = setTimeout(() => {
        reject(new ApiError({ code: 'no-connection', message: cutOffText }))
        abort()
      }, ms)
    }
    request.open('PUT', address)
    request.responseType = 'json'
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => {
      expectNewsIn(silenceMs)
      onProgress({ sent: Math.min(loaded, file.size), total: file.size })
    })
    request.upload.addEventListener('load', () => expectNewsIn(answerMs))
    request.addEventListener('load', () => {
      const body: unknown = request.response
      if (request.status >= 200 && request.status < 300 && body !== null) resolve(body as Result)
      else reject(refusalOf(body, failedText))
    })
    request.addEventListener('error', () => reject(new ApiError({ code: 'no-connection', message: cutOffText })))
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    request.addEventListener('loadend', () => {
      clearTimeout(silent)
      signal.removeEventListener('abort', abort)
    })
    if (signal.aborted) return reject(new DOMException('cancelled', 'AbortError'))
    signal.addEventListener('abort', abort)
    expectNewsIn(silenceMs)
    request.send(file)
  })
}

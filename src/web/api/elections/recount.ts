import type { RecountLine, RecountOutcome } from '#shared/elections/recount/recount.ts'
import { noConnectionText, unexpectedText } from '#shared/basic-text.ts'
import { ApiError, type ApiClient } from '#web/api/client.ts'

export interface RecountProgress {
  done: number
  total: number
}

/** Tells how far it is, line by line, and returns the outcome. */
export async function recountNow(
  api: ApiClient,
  id: string,
  onProgress: (progress: RecountProgress) => void,
): Promise<RecountOutcome> {
  const failed = (message: string) => new ApiError({ code: 'unexpected', message })
  const lost = () => new ApiError({ code: 'no-connection', message: noConnectionText })
  const response = await api.elections[':id'].recount.$post({ param: { id } }).catch(() => {
    throw lost()
  })
  if (!response.ok || !response.body) {
    const body: unknown = await response.json().catch(() => null)
    const told = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : unexpectedText
    throw failed(told)
  }
  for await (const line of linesOf(response.body)) {
    if (line.status === 'running') onProgress(line)
    else if (line.status === 'done') return line.outcome
    else throw failed(line.sentence)
  }
  throw lost()
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<RecountLine> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as RecountLine
  }
}

import { queryOptions } from '@tanstack/react-query'
import type { TieDecisionForm } from '#shared/elections/closing/closing.ts'
import { votingIsOver } from '#shared/elections/lifecycle.ts'
import type { RecountLine, RecountOutcome } from '#shared/elections/recount/recount.ts'
import { unexpectedText } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import { ApiError, api, unwrap, noConnectionText } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'

const readClosing = (id: string) => unwrap(api.elections[':id'].closing.$get({ param: { id } }))
export type Closing = Awaited<ReturnType<typeof readClosing>>
export type ClosingTie = Closing['ties'][number]

const secondsUntilNext = { counting: 3, voting: 15 } as const

/** How often to look again: what the server does by itself is watched as it happens. */
function watchEvery(closing: Closing | undefined): number | false {
  if (!closing) return false
  const counting = ['voting-not-over', 'ballots-unopened', 'count-being-cleared'].includes(closing.obstacle?.code ?? '')
  if (closing.certificate ? !closing.keyDestroyed : votingIsOver(closing.stage) && counting)
    return secondsUntilNext.counting * 1000
  return closing.stage === 'voting' ? secondsUntilNext.voting * 1000 : false
}

export const closingQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'closing'],
    queryFn: () => readClosing(id),
    refetchInterval: ({ state }) => watchEvery(state.data),
  })

export const decideTie = (id: string, service: Service, json: TieDecisionForm) =>
  unwrap(api.elections[':id'].ties[':ms'].$put({ param: { id, ms: service }, json }))

/** `elected`: as shown to the person who certifies. */
export const certify = (id: string, elected: readonly string[]) =>
  unwrap(api.elections[':id'].certification.$post({ param: { id }, query: { elected: elected.join(',') } }))

export const publish = (id: string, replaces: string[]) =>
  unwrap(api.elections[':id'].publication.$post({ param: { id }, json: { replaces } }))

export const certificateHref = (id: string) => `/api/elections/${id}/certificate.pdf`

/** Reloads everything that shows elections or what resulted from one. */
export async function invalidateClosing(): Promise<void> {
  await Promise.all(['elections', 'leaders'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}

export interface RecountProgress {
  done: number
  total: number
}

/** Reports the progress and returns the outcome. */
export async function recountNow(id: string, onProgress: (progress: RecountProgress) => void): Promise<RecountOutcome> {
  const failed = (message: string) => new ApiError({ code: 'unexpected', message })
  const lost = () => new ApiError({ code: 'no-connection', message: noConnectionText })
  const response = await api.elections[':id'].recount.$post({ param: { id } }).catch(() => {
    throw lost()
  })
  if (!response.ok || !response.body) {
    const body: unknown = await response.json().catch(() => null)
    const message =
      typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : unexpectedText
    throw failed(message)
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

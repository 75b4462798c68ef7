import { hc } from 'hono/client'
import type { Api } from '#server/app.ts'
import { type ErrorBody, type ErrorCode, unexpectedText } from '#shared/errors.ts'

/** How requests travel: over the network, or in process for pages rendered by the server. */
export const transport = { fetch: (address: Address, init?: RequestInit) => fetch(address, init) }
type Address = Parameters<typeof fetch>[0]

/** The server's routes, with the types of their requests and replies: `api.members[':id'].$get({ param: { id } })`. */
export const { api } = hc<Api>('/', {
  fetch: (address: Address, init?: RequestInit) => transport.fetch(address, init),
})

/** A refused or failed request, in words a person can act on. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'no-connection'
  readonly fields: Record<string, string>
  /** Seconds to wait, if waiting helps. */
  readonly retryAfter: number | undefined

  constructor(body: Omit<ErrorBody, 'code'> & { code: ErrorCode | 'no-connection' }) {
    super(body.message)
    this.name = 'ApiError'
    this.code = body.code
    this.fields = body.fields ?? {}
    this.retryAfter = body.retryAfter
  }
}

const temporary: readonly string[] = ['no-connection', 'site-busy', 'database-away', 'read-only', 'storage-away']

/** Whether a retry may succeed without anybody's help. A full disk stays full. */
export const isWorthRetrying = (error: unknown): boolean => error instanceof ApiError && temporary.includes(error.code)

/** The body of a successful reply; throws an `ApiError` otherwise. */
export async function unwrap<Body>(request: Promise<{ ok: boolean; json: () => Promise<Body> }>): Promise<Body> {
  const response = await request.catch(() => {
    throw new ApiError({ code: 'no-connection', message: noConnectionText })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && body !== null) return body as Body
  throw refusalOf(body, unexpectedText)
}

/** The error of an unsuccessful reply; `otherwise` is its sentence if the reply is not from the site. */
export function refusalOf(body: unknown, otherwise: string): ApiError {
  const isErrorBody = typeof body === 'object' && body !== null && 'code' in body && 'message' in body
  return new ApiError(isErrorBody ? (body as ErrorBody) : { code: 'unexpected', message: otherwise })
}

/** What to tell a person about any error. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : unexpectedText
}
export const noConnectionText = 'We could not reach the site. Please check your connection and try again.'

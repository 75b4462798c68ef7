import type { hc } from 'hono/client'
import { createContext, useContext } from 'react'
import type { Api } from '#server/app.ts'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { noConnectionText, unexpectedText } from '#shared/basic-text.ts'

/** The server's routes, with the types of what they take and give. */
export type ApiClient = ReturnType<typeof hc<Api>>['api']

interface Sent {
  param?: Record<string, string>
  query?: Record<string, string | number | undefined>
  json?: unknown
}

/**
 * `api.members[':id'].$get({ param: { id } })` asks for `/api/members/<id>`. The types are Hono's; its code is not used: it
 * would add 1.4 KB to every page and does not encode parameters (docs/decisions/007-own-api-client.md). `fetch` is given on
 * the server, where requests are answered in process.
 */
export function createApiClient(origin: string, fetch: typeof globalThis.fetch = globalThis.fetch): ApiClient {
  const at = (path: string): object =>
    new Proxy(
      {},
      {
        get(_none, name) {
          if (typeof name !== 'string' || name === 'then') return undefined
          if (!name.startsWith('$')) return at(`${path}/${name}`)
          return (sent: Sent = {}, { init }: { init?: RequestInit } = {}) =>
            fetch(addressOf(path, sent), { method: name.slice(1).toUpperCase(), ...bodyOf(sent), ...init })
        },
      },
    )
  return at(`${origin.replace(/\/$/, '')}/api`) as ApiClient
}

function addressOf(path: string, { param = {}, query = {} }: Sent): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
  const filled = path.replaceAll(/\/:(\w+)/g, (_whole, name: string) => `/${encodeURIComponent(param[name] ?? '')}`)
  return given.length > 0 ? `${filled}?${new URLSearchParams(given)}` : filled
}

const bodyOf = ({ json }: Sent): RequestInit =>
  json === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }

export const ApiContext = createContext<ApiClient | null>(null)

export function useApi(): ApiClient {
  const api = useContext(ApiContext)
  if (!api) throw new Error('There is no ApiContext above this component')
  return api
}

/** A refused or failed request, in words a person can act on. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'no-connection'
  readonly fields: Record<string, string>
  /** Seconds to wait, where waiting helps. */
  readonly retryAfter: number | undefined

  constructor(body: Omit<ErrorBody, 'code'> & { code: ErrorCode | 'no-connection' }) {
    super(body.message)
    this.name = 'ApiError'
    this.code = body.code
    this.fields = body.fields ?? {}
    this.retryAfter = body.retryAfter
  }

  /** Whether it may be different in a moment, without anybody's doing. A full disk stays full. */
  get worthRetrying(): boolean {
    return (['no-connection', 'site-busy', 'read-only', 'storage-away'] as const).some((code) => code === this.code)
  }
}

/** The body of a good answer; throws an `ApiError` for anything else. */
export async function unwrap<Body>(request: Promise<{ ok: boolean; json: () => Promise<Body> }>): Promise<Body> {
  const response = await request.catch(() => {
    throw new ApiError({ code: 'no-connection', message: noConnectionText })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && body !== null) return body as Body
  throw new ApiError(isErrorBody(body) ? body : { code: 'unexpected', message: unexpectedText })
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

/** What to tell a person about anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : unexpectedText
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { DBAdapter } from 'better-auth'
import { AppError, type ErrorCode } from '#shared/errors.ts'

/** What the database refused while the library worked. */
const attempt = new AsyncLocalStorage<{ failure?: unknown }>()

/** The library tells a lost database as a missing session, or says nothing. Its adapter is watched, so that we know better. */
export function watchFailures<Options extends object>(
  create: (options: Options) => DBAdapter,
): (options: Options) => DBAdapter {
  return (options) =>
    new Proxy(create(options), {
      get(adapter, name, receiver) {
        const held: unknown = Reflect.get(adapter, name, receiver)
        if (typeof held !== 'function') return held
        return (...given: unknown[]) => noticing(held.apply(adapter, given))
      },
    })
}

function noticing(result: unknown): unknown {
  if (!(result instanceof Promise)) return result
  return result.catch((error: unknown) => {
    const under = attempt.getStore()
    if (under) under.failure ??= error
    throw error
  })
}

/**
 * Calls the account library. What the database refused is thrown as it was, whatever the library made of it; a refusal that
 * the library is known for becomes ours; anything else is a bug and is thrown with all that the library said.
 */
export async function askLibrary(call: () => Promise<Response>): Promise<Response> {
  const under: { failure?: unknown } = {}
  const response = await attempt.run(under, call).catch((error: unknown) => {
    throw under.failure ?? error
  })
  if (under.failure !== undefined) throw under.failure
  if (response.ok) return response
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  const known = code === undefined ? undefined : refusals[code]
  if (known) throw new AppError(known)
  // Without a code of its own: two recovery codes were used at the same moment, and this one was not.
  if (response.status === 409) throw new AppError('site-busy', { retryAfter: 1 })
  throw new Error(`the account library failed: ${[response.status, code, message].filter(Boolean).join(' ')}`)
}

const refusals: Record<string, ErrorCode> = {
  INVALID_PASSWORD: 'wrong-credentials',
  TOTP_ALREADY_ENABLED: 'two-factor-already-on',
  INVALID_CODE: 'two-factor-wrong',
  INVALID_BACKUP_CODE: 'two-factor-wrong',
  INVALID_TWO_FACTOR_COOKIE: 'two-factor-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'two-factor-expired',
  // Somebody removed it in the meantime.
  TOTP_NOT_ENABLED: 'two-factor-expired',
  BACKUP_CODES_NOT_ENABLED: 'two-factor-expired',
  TWO_FACTOR_NOT_ENABLED: 'two-factor-expired',
  UNAUTHORIZED: 'not-signed-in',
}

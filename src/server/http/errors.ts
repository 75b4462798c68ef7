import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Log } from '#server/log.ts'
import { networkErrors, StorageAway } from '#server/network-errors.ts'
import { triesLeftText } from '#shared/accounts/text.ts'
import { AppError, errorStatus, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import { sentenceFor } from '#shared/text.ts'
import type { Env } from './guards.ts'

/** Known refusals become their code and sentence; anything else is a bug: logged in full, answered without detail. */
export function errorResponse(error: unknown, c: Context<Env>, log: Log): Response {
  const refusal = asRefusal(error)
  const outage = refusal ? null : outageOf(error)
  const hungUp = c.req.raw.signal.aborted && error instanceof Error && error.name === 'AbortError'
  const request = { err: error, requestId: c.var.requestId, method: c.req.method, path: c.req.routePath }
  if (outage?.worthLogging) log.warn(request, 'a request could not be served')
  if (!refusal && !outage && !hungUp) log.error(request, 'a request failed')
  const known = refusal ?? outage?.refusal ?? new AppError('unexpected')
  c.set('errorCode', known.code)
  const answer: ErrorBody = {
    code: known.code,
    message: messageOf(known),
    requestId: c.var.requestId,
  }
  if (known.fields) answer.fields = known.fields
  if (known.retryAfter !== undefined) {
    answer.retryAfter = known.retryAfter
    c.header('Retry-After', String(known.retryAfter))
  }
  c.header('Cache-Control', 'no-store')
  if (wantsPage(c)) return c.html(plainPage(answer), errorStatus[known.code] as ContentfulStatusCode)
  return c.json(answer, errorStatus[known.code] as ContentfulStatusCode)
}

function messageOf({ code, values, triesLeft }: AppError): string {
  const sentence = sentenceFor(code, values)
  return triesLeft === undefined ? sentence : `${sentence}. ${triesLeftText(triesLeft)}`
}

/** Somebody viewing a page, rather than a script calling the API. */
const wantsPage = (c: Context<Env>) =>
  !c.req.path.startsWith('/api/') && (c.req.header('accept') ?? '').includes('text/html')

/** Needs nothing that may be broken: no database, style sheet or script. */
const plainPage = ({ message, requestId }: ErrorBody) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${message}</title></head><body><h1>${message}</h1><p>Please try again in a moment. If it happens again, tell an administrator this number: ${requestId}</p><p><a href="/">Home</a></p></body></html>`

function asRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 413) return new AppError('body-too-large')
  if (error instanceof HTTPException && error.status === 400)
    return new AppError('invalid-input', { fields: { form: 'This is not valid JSON.' } })
  const codes = [...errorCodes(error)]
  if (codes.some((code) => unstorableText.has(code)))
    return new AppError('invalid-input', { fields: { form: 'This text contains a character that cannot be saved.' } })
  return null
}

/** PostgreSQL's codes for a null character in a text, which no person types. */
const unstorableText = new Set(['22021', '22P05'])

/** Something the site depends on has failed: the person did nothing wrong and may try again. */
interface Outage {
  refusal: AppError
  /** The pool logs a lost connection, which would otherwise be logged for every request of an outage. */
  worthLogging: boolean
}

export function outageOf(error: unknown): Outage | null {
  if (causesOf(error).some((cause) => cause instanceof StorageAway))
    return { refusal: new AppError('storage-away', { retryAfter: 30 }), worthLogging: true }
  for (const code of errorCodes(error)) {
    // The API's own reply, already logged, to a page that is rendered here.
    if (errorStatus[code as ErrorCode] === 503)
      return { refusal: new AppError(code as ErrorCode, { retryAfter: 30 }), worthLogging: false }
    if (diskFull.has(code)) return { refusal: new AppError('disk-full', { retryAfter: 300 }), worthLogging: true }
    if (readOnly.has(code)) return { refusal: new AppError('read-only', { retryAfter: 30 }), worthLogging: true }
    if (isAway(code)) return { refusal: new AppError('database-away', { retryAfter: 5 }), worthLogging: false }
    if (gaveUp.has(code) || noneToSpare.has(code))
      return { refusal: new AppError('site-busy', { retryAfter: 5 }), worthLogging: gaveUp.has(code) }
  }
  return null
}

/** PostgreSQL's and Node's codes, from here on. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Also from a database that another one has replaced. */
const readOnly = new Set(['25006', 'EROFS'])

/** The database gave up on a statement or a lock, or resolved a deadlock. */
const gaveUp = new Set([
  '57014', // statement timeout
  '55P03', // lock timeout
  '25P03', // idle in transaction for too long
  '25P04', // transaction timeout
  '40001', // serialization failure
  '40P01', // deadlock
  '53200', // out of memory
])

/** It has no free connection, or the site has none. */
const noneToSpare = new Set(['53300', 'no-connection-free'])

/** Unreachable or restarting. Class 08 is all about connections. */
const isAway = (code: string) => networkErrors.has(code) || away.has(code) || /^08[0-9A-Z]{3}$/.test(code)
const away = new Set(['57P01', '57P02', '57P03', '57P05', 'no-connection'])

/** The codes of an error and its causes, outermost first. */
export function errorCodes(error: unknown): string[] {
  return causesOf(error).flatMap((cause) => {
    const { code, syscall } = cause as { code?: unknown; syscall?: unknown }
    // A missing file is a bug; a missing Unix socket is a database that is not there.
    const missingSocket = code === 'ENOENT' && syscall === 'connect'
    return [
      ...(typeof code === 'string' ? [code] : []),
      ...(missingSocket || noConnection.test(cause.message) ? ['no-connection'] : []),
      ...(noneFree.test(cause.message) ? ['no-connection-free'] : []),
    ]
  })
}

/** What the driver says without a code. */
const noneFree = /timeout exceeded when trying to connect/i
const noConnection =
  /Connection terminated|Query read timeout|Client was closed and is not queryable|encountered a connection error/i

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let e = error; e instanceof Error && !causes.includes(e); e = e.cause) causes.push(e)
  return causes
}

import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Log } from '#server/log.ts'
import { networkErrors, StorageAway } from '#server/network-errors.ts'
import { triesLeftText } from '#shared/accounts/text.ts'
import { AppError, errorStatus, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import { sentenceFor } from '#shared/text.ts'
import type { Env } from './guards.ts'

/** A refusal becomes its code and sentence. Any other error is a bug: logged in full, answered without detail. */
export function errorResponse(error: unknown, c: Context<Env>, log: Log): Response {
  const refusal = asRefusal(error)
  const outage = refusal ? null : outageOf(error)
  const hungUp = c.req.raw.signal.aborted && error instanceof Error && error.name === 'AbortError'
  const request = { err: error, requestId: c.var.requestId, method: c.req.method, path: c.req.routePath }
  if (outage?.worthLogging) log.warn(request, 'a request could not be served')
  if (!refusal && !outage && !hungUp) log.error(request, 'a request failed')
  const known = refusal ?? outage?.refusal ?? new AppError('unexpected')
  c.set('errorCode', known.code)
  const body: ErrorBody = {
    code: known.code,
    message: messageOf(known),
    requestId: c.var.requestId,
  }
  if (known.fields) body.fields = known.fields
  if (known.retryAfter !== undefined) {
    body.retryAfter = known.retryAfter
    c.header('Retry-After', String(known.retryAfter))
  }
  c.header('Cache-Control', 'no-store')
  // The reply to a HEAD request has no body that could say it.
  if (c.req.method === 'HEAD') c.header('Error-Code', known.code)
  if (wantsPage(c)) return c.html(plainPage(body), errorStatus[known.code] as ContentfulStatusCode)
  return c.json(body, errorStatus[known.code] as ContentfulStatusCode)
}

function messageOf({ code, values, triesLeft }: AppError): string {
  const sentence = sentenceFor(code, values)
  return triesLeft === undefined ? sentence : `${sentence}. ${triesLeftText(triesLeft)}`
}

/** True for somebody who views a page; false for a script that calls the API. */
const wantsPage = (c: Context<Env>) =>
  !c.req.path.startsWith('/api/') && (c.req.header('accept') ?? '').includes('text/html')

/** Needs no database, style sheet or script, as any of them may be broken. */
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

/** PostgreSQL's codes for a null character in a text, which nobody types. */
const unstorableText = new Set(['22021', '22P05'])

/** Something the site depends on has failed: the person did nothing wrong and may try again. */
interface Outage {
  refusal: AppError
  /** False for a lost connection: the pool logs it once, instead of once per request. */
  worthLogging: boolean
}

function outageOf(error: unknown): Outage | null {
  if (causesOf(error).some((cause) => cause instanceof StorageAway))
    return { refusal: new AppError('storage-away', { retryAfter: 30 }), worthLogging: true }
  for (const code of errorCodes(error)) {
    // A page that is rendered here got this error from the API, which has logged it already.
    if (errorStatus[code as ErrorCode] === 503)
      return { refusal: new AppError(code as ErrorCode, { retryAfter: 30 }), worthLogging: false }
    if (diskFull.has(code)) return { refusal: new AppError('disk-full', { retryAfter: 300 }), worthLogging: true }
    if (readOnly.has(code)) return { refusal: new AppError('read-only', { retryAfter: 30 }), worthLogging: true }
    if (isAway(code)) return { refusal: new AppError('database-away', { retryAfter: 5 }), worthLogging: false }
    if (gaveUpCodes.has(code) || noConnectionFree.has(code))
      return { refusal: new AppError('site-busy', { retryAfter: 5 }), worthLogging: gaveUpCodes.has(code) }
  }
  return null
}

/** From here on: error codes of PostgreSQL and Node. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** A database that another one has replaced is read-only too. */
const readOnly = new Set(['25006', 'EROFS'])

/** The database gave up on a statement or a lock, or resolved a deadlock. */
const gaveUpCodes = new Set([
  '57014', // statement timeout
  '55P03', // lock timeout
  '25P03', // idle in transaction for too long
  '25P04', // transaction timeout
  '40001', // serialization failure
  '40P01', // deadlock
  '53200', // out of memory
])

/** The database has no free connection, or the pool has none. */
const noConnectionFree = new Set(['53300', 'no-connection-free'])

/** Unreachable or restarting. Class 08 is all about connections. */
const isAway = (code: string) => networkErrors.has(code) || awayCodes.has(code) || /^08[0-9A-Z]{3}$/.test(code)
const awayCodes = new Set(['57P01', '57P02', '57P03', '57P05', 'no-connection'])

/** The codes of an error and its causes, outermost first. */
function errorCodes(error: unknown): string[] {
  return causesOf(error).flatMap((cause) => {
    const { code, syscall } = cause as { code?: unknown; syscall?: unknown }
    // A missing file is a bug, but a missing Unix socket means that the database is not running.
    const missingSocket = code === 'ENOENT' && syscall === 'connect'
    return [
      ...(typeof code === 'string' ? [code] : []),
      ...(missingSocket || noConnection.test(cause.message) ? ['no-connection'] : []),
      ...(noneFree.test(cause.message) ? ['no-connection-free'] : []),
    ]
  })
}

/** Errors that the driver throws without a code. */
const noneFree = /timeout exceeded when trying to connect/i
const noConnection =
  /Connection terminated|Query read timeout|Client was closed and is not queryable|encountered a connection error/i

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let e = error; e instanceof Error && !causes.includes(e); e = e.cause) causes.push(e)
  return causes
}

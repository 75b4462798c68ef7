import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, errorStatus, type ErrorBody } from '#shared/errors.ts'
import { triesLeftText } from '#shared/accounts/text.ts'
import { sentenceFor } from '#shared/text.ts'
import type { Log } from '#server/log.ts'
import type { Env } from './context.ts'
import { errorCodes, outageOf } from './outages.ts'

/** Known refusals become their code and sentence; anything else is a bug: logged whole, answered without detail. */
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

/** Somebody looking at a page, rather than a script asking the API. */
const wantsPage = (c: Context<Env>) =>
  !c.req.path.startsWith('/api/') && (c.req.header('accept') ?? '').includes('text/html')

/** Needs nothing that may be broken: no database, no style sheet, no script. */
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

/** PostgreSQL's codes for a zero character in a text, which no person types. */
const unstorableText = new Set(['22021', '22P05'])

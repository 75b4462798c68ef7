import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { validator } from 'hono/validator'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Env } from './guards.ts'

/** Parses a JSON body with the form's own schema; the handler reads it with `c.req.valid('json')`. */
export function body<S extends z.ZodType>(schema: S) {
  return validator('json', (value: unknown, c): z.output<S> => {
    if (!/^application\/([\w.+-]+\+)?json\b/i.test(c.req.header('content-type') ?? ''))
      throw new AppError('unsupported-body')
    return parse(schema, value)
  })
}

export function query<S extends z.ZodType>(schema: S) {
  return validator('query', (value: unknown): z.output<S> => parse(schema, value))
}

export function params<S extends z.ZodType>(schema: S) {
  return validator('param', (value: unknown): z.output<S> => parse(schema, value))
}

export const byId = z.object({ id: z.uuid() })
/** `current` saves a phone on a slow connection the request that finds the election's id. */
export const byIdOrCurrent = z.object({ id: z.union([z.uuid(), z.literal('current')]) })

/** Returns the parsed value, or refuses with one sentence per field. */
function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'form'] ??= issue.message
  throw new AppError('invalid-input', { fields })
}

/** Marks a route that takes a file and limits its size itself. Every other body is a small form. */
export const takesFile: MiddlewareHandler<Env> = (_c, next) => next()

export const limitBody = (maxSize: number) => bodyLimit({ maxSize, onError: refuseSize })
export function refuseSize(): never {
  throw new AppError('body-too-large')
}
/** The limit for rows of a spreadsheet, sent as JSON. */
export const takesRows = limitBody(4 * 1024 * 1024)

interface Route {
  method: string
  path: string
  handler: unknown
}

/** Returns a function that says whether a request goes to a route with this mark. */
export function findUploadRoutes(routes: readonly Route[]): (method: string, path: string) => boolean {
  const marked = routes.filter(({ handler }) => handler === takesFile)
  const patterns = marked.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '[^/]+')}`)
  const pattern = new RegExp(`^(?:${patterns.join('|')})$`)
  return (method, path) => pattern.test(`${method} ${path}`)
}

/** A client that sends nothing for this long is gone: phones often disconnect without closing the connection. */
const silenceMs = 60_000

/**
 * The body as a Node stream: web streams on top of it took half as much memory again. Node closes a connection that
 * sends nothing for too long, which ends the read.
 */
export function uploadedFile({ env: { incoming }, req }: Context<Env>) {
  incoming.socket.setTimeout(silenceMs)
  // Waiting in our queue after the last byte is not silence.
  incoming.once('end', () => incoming.socket.setTimeout(0))
  return {
    // A refused body must not close the connection on which the refusal is sent.
    stream: incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
    announced: Number(req.header('content-length') ?? 0),
    signal: req.raw.signal,
  }
}

/** The file name on the sender's device. Headers are ASCII only, so it is percent-encoded. */
export function uploadedName({ req }: Context<Env>): string {
  try {
    return decodeURIComponent(req.header('x-file-name') ?? '')
  } catch {
    return ''
  }
}

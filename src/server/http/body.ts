import { validator } from 'hono/validator'
import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'

/** Parses a JSON body by the form's own schema; the handler reads it with `c.req.valid('json')`. */
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

/** The parsed value, or a refusal with one sentence per field. */
function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'form'] ??= issue.message
  throw new AppError('invalid-input', { fields })
}

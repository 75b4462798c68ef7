import type { z } from 'zod'
import { ApiError } from '#web/api/client.ts'

/** What is wrong with which field, whether the form found it or the server. */
export function problemsIn(error: z.ZodError | Error | null | undefined): Record<string, string> {
  if (error instanceof ApiError) return error.fields
  if (!error || !('issues' in error)) return {}
  return Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]))
}

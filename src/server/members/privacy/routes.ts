import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/http/context.ts'

export function privacyRoutes(_deps: Deps) {
  return new Hono<Env>()
}

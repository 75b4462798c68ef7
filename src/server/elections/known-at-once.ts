import type { MiddlewareHandler } from 'hono'
import type { Deps } from '#server/deps.ts'

/**
 * For requests that change an election: whoever made the change reads it next, and sooner than the notice of it may have come
 * back from the database.
 */
export const knownAtOnce =
  ({ elections }: Pick<Deps, 'elections'>): MiddlewareHandler =>
  async (_c, next) => {
    await next()
    elections.invalidate()
  }

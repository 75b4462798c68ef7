import type { Rendered } from '#server/ssr.ts'
import { encodeBody, type EncodedBody } from './encoded.ts'

export interface CachedPage extends EncodedBody {
  status: 200 | 404
}

/** A login page with a refusal on it is a page of its own; however many of those are asked for, memory stays bounded. */
const mostKept = 200

/** Pages also depend on the clock (registration closes), so none is kept longer than this. */
const aMinute = 60_000

/**
 * Rendered documents, by path. Requests for a page that is not there yet share one rendering, and one that began before
 * an edit is never kept after it.
 */
export function createPageCache(keptForMs = aMinute) {
  let kept = new Map<string, { page: CachedPage; until: number }>()
  let making = new Map<string, Promise<CachedPage>>()

  /** The page if it is cached, without waiting. */
  function peek(key: string): CachedPage | null {
    const found = kept.get(key)
    return found && found.until > performance.now() ? found.page : null
  }

  async function get(key: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const found = peek(key)
    if (found) return found
    const generation = kept
    const inProgress = making
    const page = inProgress.get(key) ?? encodeRendered(render).finally(() => inProgress.delete(key))
    inProgress.set(key, page)
    const made = await page
    if (kept.size >= mostKept) kept.clear()
    if (generation === kept) kept.set(key, { page: made, until: performance.now() + keptForMs })
    return made
  }

  /** Something changed: forget all, and let renderings under way end unkept. */
  function clear(): void {
    kept = new Map()
    making = new Map()
  }

  return { peek, get, clear }
}

export type PageCache = ReturnType<typeof createPageCache>

export async function encodeRendered(render: () => Promise<Rendered>): Promise<CachedPage> {
  const { status, html } = await render()
  return { status, ...(await encodeBody(Buffer.from(html))) }
}

import type { Instant } from '#shared/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Rendered } from '#server/ssr.ts'
import { encodeBody, type EncodedBody } from './encoded.ts'

export interface CachedPage extends EncodedBody {
  status: 200 | 404
}

/** A login page with a refusal on it is a page of its own; however many of those are asked for, the pages in use stay. */
const mostKept = 200

const notFound = 'not found '

/** The page that says that there is none, drawn at this path; it is the same at every address. */
export const notFoundKey = (path: string) => notFound + path

/** Pages also depend on the clock (registration closes), so none is kept longer than this. */
const aMinute = 60_000

interface Kept {
  page: CachedPage
  /** By the monotonic clock. */
  until: number
  /** By the site's clock, which may be set back. */
  drawnAt: Instant
  changesAt: Instant
}

interface PageTimes {
  keptForMs?: number | undefined
  clock: Clock
  /** The next instant at which pages say something else; null if none is ahead. */
  nextChange(): Promise<Instant | null>
}

/**
 * Rendered documents, by path. Requests for a page that is not there yet share one rendering, and one that began before
 * an edit is never kept after it. None outlives the instant at which a window of an election opens or closes.
 */
export function createPageCache({ keptForMs = aMinute, clock, nextChange }: PageTimes) {
  let kept = new Map<string, Kept>()
  let underWay = new Map<string, ReturnType<typeof make>>()

  /** The page if it is cached, without waiting. */
  function peek(key: string): CachedPage | null {
    const found = kept.get(key)
    if (!found || found.until <= performance.now()) return null
    const now = clock.now()
    if (now < found.drawnAt || now >= found.changesAt) return null
    // The one that was asked for the longest ago is the first in the map.
    kept.delete(key)
    kept.set(key, found)
    return found.page
  }

  async function get(key: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const found = peek(key)
    if (found) return found
    const generation = kept
    const inProgress = underWay
    const making = inProgress.get(key) ?? make(render).finally(() => inProgress.delete(key))
    inProgress.set(key, making)
    const { page, drawnAt, changesAt } = await making
    // Drawn over that instant it may show either side of it.
    if (clock.now() >= changesAt) return get(key, render)
    // What was there a moment ago; of addresses where nothing is, anybody can ask for any number.
    const lasting = page.status === 200 || key.startsWith(notFound)
    if (generation === kept && lasting) {
      const [oldest] = kept.keys()
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
      kept.set(key, { page, drawnAt, changesAt, until: performance.now() + keptForMs })
    }
    return page
  }

  async function make(render: () => Promise<Rendered>) {
    const drawnAt = clock.now()
    const changesAt = (await nextChange()) ?? Infinity
    return { page: await encodeRendered(render), drawnAt, changesAt }
  }

  /** Something changed: forget all, and let renderings under way end unkept. */
  function clear(): void {
    kept = new Map()
    underWay = new Map()
  }

  return { peek, get, clear }
}

export type PageCache = ReturnType<typeof createPageCache>

async function encodeRendered(render: () => Promise<Rendered>): Promise<CachedPage> {
  const { status, html } = await render()
  return { status, ...(await encodeBody(Buffer.from(html))) }
}

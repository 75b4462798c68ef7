interface ProbeOptions<Found> {
  probe(): Promise<Found>
  /** The result if the probe fails or takes too long. */
  fallback: Found
  timeoutMs: number
  /** How long a result is cached; everybody gets the same one meanwhile. */
  cacheMs(found: Found): number
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number
}

/**
 * Probes something that may hang, for many callers at once. Only one probe runs at a time, so a disk or database that
 * hangs blocks one thread or connection, however often somebody asks.
 */
export function createProbe<Found>(options: ProbeOptions<Found>): () => Promise<Found> {
  const { probe, fallback, timeoutMs, cacheMs, monotonic = () => performance.now() } = options
  let last: { found: Found; goodUntil: number } | undefined
  let inFlight: Promise<Found> | undefined

  function begin(): Promise<Found> {
    const remember = (found: Found) => {
      last = { found, goodUntil: monotonic() + cacheMs(found) }
      return found
    }
    const result = probe().then(remember, () => remember(fallback))
    let limit: NodeJS.Timeout | undefined
    const timedOut = new Promise<Found>((resolve) => {
      limit = setTimeout(() => resolve(fallback), timeoutMs).unref()
    })
    const first = Promise.race([result, timedOut])
    void result.finally(() => {
      clearTimeout(limit)
      inFlight = undefined
    })
    return first
  }

  return async () => {
    if (inFlight) return inFlight
    if (last && monotonic() < last.goodUntil) return last.found
    inFlight = begin()
    return inFlight
  }
}

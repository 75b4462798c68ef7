interface Looking<Found> {
  look(): Promise<Found>
  /** The result if the probe fails or takes too long. */
  otherwise: Found
  limitMs: number
  /** How long a result is valid: meanwhile everybody gets the same. */
  keepMs(found: Found): number
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number
}

/**
 * Probes something that may hang, for many callers at once. There is never a second probe while one is running, so a disk or a
 * database that hangs costs one thread or connection, however often the site is asked.
 */
export function createProbe<Found>(looking: Looking<Found>): () => Promise<Found> {
  const { look, otherwise, limitMs, keepMs, monotonic = () => performance.now() } = looking
  let last: { found: Found; goodUntil: number } | undefined
  let underWay: Promise<Found> | undefined

  function begin(): Promise<Found> {
    const keep = (found: Found) => {
      last = { found, goodUntil: monotonic() + keepMs(found) }
      return found
    }
    const looked = look().then(keep, () => keep(otherwise))
    let limit: NodeJS.Timeout | undefined
    const late = new Promise<Found>((resolve) => {
      limit = setTimeout(() => resolve(otherwise), limitMs).unref()
    })
    const first = Promise.race([looked, late])
    void looked.finally(() => {
      clearTimeout(limit)
      underWay = undefined
    })
    return first
  }

  return async () => {
    if (underWay) return underWay
    if (last && monotonic() < last.goodUntil) return last.found
    underWay = begin()
    return underWay
  }
}

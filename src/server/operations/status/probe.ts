interface Looking<Found> {
  look(): Promise<Found>
  /** What is said when the look fails, or takes too long. */
  otherwise: Found
  limitMs: number
  /** How long a finding is good for: whoever asks meanwhile gets the same. */
  keepMs(found: Found): number
  /** Milliseconds on a clock that nobody can set. */
  monotonic?: () => number
}

/**
 * Asks something that may hang, for many who want to know at once. There is never a second look while one is under way, so a
 * disk or a database that hangs costs one thread or connection, however often the site is asked.
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

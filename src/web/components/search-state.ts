import { useEffect, useState } from 'react'

export type SearchState<Option> =
  | { status: 'too-short' }
  | { status: 'searching' }
  | { status: 'failed'; error: unknown }
  | ({ status: 'found' } & Found<Option>)

export interface Found<Option> {
  options: readonly Option[]
  /** There are others that are not listed; in words, if it is known how many. */
  more?: boolean | string
}

/** Asks `search` once typing has rested, and again with another `attempt`; an older answer never replaces a newer one. */
export function useSearchState<Option>(
  typed: string,
  search: (typed: string, signal: AbortSignal) => Promise<Found<Option>>,
  { minLength, debounceMs, attempt }: { minLength: number; debounceMs: number; attempt: number },
): SearchState<Option> {
  const [latest, setLatest] = useState<{ wanted: string; attempt: number; outcome: SearchState<Option> } | null>(null)
  const wanted = typed.trim()
  const longEnough = wanted.length >= minLength

  useEffect(() => {
    if (!longEnough) return
    const abort = new AbortController()
    const settle = (outcome: SearchState<Option>) => {
      if (!abort.signal.aborted) setLatest({ wanted, attempt, outcome })
    }
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then(
        (found) => settle({ status: 'found', ...found }),
        (error: unknown) => settle({ status: 'failed', error }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted, longEnough, search, debounceMs, attempt])

  if (!longEnough) return { status: 'too-short' }
  return latest?.wanted === wanted && latest.attempt === attempt ? latest.outcome : { status: 'searching' }
}

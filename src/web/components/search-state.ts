import { useEffect, useState } from 'react'

export type SearchState<Option> =
  | { at: 'too-short' }
  | { at: 'searching' }
  | { at: 'failed'; error: unknown }
  | { at: 'found'; options: readonly Option[] }

/** Asks `search` once typing has rested; an older answer never replaces a newer one. */
export function useSearchState<Option>(
  typed: string,
  search: (typed: string, signal: AbortSignal) => Promise<readonly Option[]>,
  { minLength, debounceMs }: { minLength: number; debounceMs: number },
): SearchState<Option> {
  const [latest, setLatest] = useState<{ wanted: string; outcome: SearchState<Option> } | null>(null)
  const wanted = typed.trim()
  const longEnough = wanted.length >= minLength

  useEffect(() => {
    if (!longEnough) return
    const abort = new AbortController()
    const settle = (outcome: SearchState<Option>) => {
      if (!abort.signal.aborted) setLatest({ wanted, outcome })
    }
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then(
        (options) => settle({ at: 'found', options }),
        (error: unknown) => settle({ at: 'failed', error }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted, longEnough, search, debounceMs])

  if (!longEnough) return { at: 'too-short' }
  return latest?.wanted === wanted ? latest.outcome : { at: 'searching' }
}

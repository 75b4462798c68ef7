import { useState } from 'react'
import { keepOnDevice, readFromDevice } from '#web/components/device-storage.ts'
import { addressOfFilter, filterInAddress } from '#web/members/list-address.ts'

/** An administrator's view of the list is stored on the device: it describes the list and names nobody. */
function useSaved(key: string, store?: 'sessionStorage'): [string[] | null, (next: string[]) => void] {
  const [kept, setKept] = useState(() => readFromDevice(key, store)?.split(separator).filter(Boolean) ?? null)
  return [
    kept,
    (next) => {
      setKept(next)
      keepOnDevice(key, next.join(separator), store)
    },
  ]
}
const separator = '\n'

/** The headings of the chosen columns, or null before the first choice. */
export const useSavedColumns = () => useSaved('members-columns')

/** The ids of ticked members, until the tab is closed: other pages, such as the one that emails them, are loaded anew. */
export const useSavedTicks = () => useSaved('members-ticked', 'sessionStorage')

const mostFilters = 8

/** Saved filters as URL query strings, without the search text, which may be somebody's name. */
export function useSavedFilters() {
  const [kept, keep] = useSaved('members-filters')
  const filters = (kept ?? []).map(clean).filter(Boolean)
  return {
    filters,
    save: (query: string) => keep([...new Set([clean(query), ...filters])].slice(0, mostFilters)),
    forget: (query: string) => keep(filters.filter((one) => one !== clean(query))),
    isSaved: (query: string) => filters.includes(clean(query)),
  }
}

/** Turns stored or typed text into a valid filter, or into nothing. */
function clean(query: string): string {
  const { searchQuery: _typed, ids: _ticked, ...filter } = filterInAddress(new URLSearchParams(query))
  return addressOfFilter(filter).toString()
}

import { useState } from 'react'
import { keepOnDevice, readFromDevice } from '#web/components/device-storage.ts'
import { addressOfFilter, filterInAddress } from '#web/members/list-address.ts'

/** What an administrator sees of the list stays on the device they work at: it is about the list, and names nobody. */
function useKept(key: string): [string[] | null, (next: string[]) => void] {
  const [kept, setKept] = useState(() => readFromDevice(key)?.split(separator).filter(Boolean) ?? null)
  return [
    kept,
    (next) => {
      setKept(next)
      keepOnDevice(key, next.join(separator))
    },
  ]
}
const separator = '\n'

/** Columns by their headings; null while nobody has chosen. */
export const useKeptColumns = () => useKept('members-columns')

const mostFilters = 8

/** Filters as they stand in an address, without what was searched for, which may be somebody's name. */
export function useKeptFilters() {
  const [kept, keep] = useKept('members-filters')
  const filters = (kept ?? []).map(clean).filter(Boolean)
  return {
    filters,
    save: (query: string) => keep([...new Set([clean(query), ...filters])].slice(0, mostFilters)),
    forget: (query: string) => keep(filters.filter((one) => one !== clean(query))),
    isKept: (query: string) => filters.includes(clean(query)),
  }
}

/** Whatever the device kept, or an address says, it is a filter or nothing. */
function clean(query: string): string {
  const { searchQuery: _typed, ids: _ticked, ...filter } = filterInAddress(new URLSearchParams(query))
  return addressOfFilter(filter).toString()
}

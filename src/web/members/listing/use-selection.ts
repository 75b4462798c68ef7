import { useState } from 'react'
import { maxTicked, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { filterText } from '#shared/members/listing/filter-text.ts'
import { showToast } from '#web/components/toast.tsx'

export interface Selection {
  ticked: ReadonlySet<string>
  /** Everybody the filter describes, on whatever page. */
  all: boolean
  /** How many; null when nobody is chosen. */
  count: number | null
  /** Whom an act is for: the chosen ones, otherwise everybody who is listed. */
  filter: MemberFilter
  change: (ids: readonly string[], on: boolean) => void
  chooseAll: () => void
  clear: () => void
}

/** Ticks stay when the page is turned. "All that match" follows the filter, and ends when the filter is another. */
export function useSelection(filter: MemberFilter, found: number | undefined): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [allOf, setAllOf] = useState<string | null>(null)
  const key = JSON.stringify(filter)
  const all = allOf === key && found !== undefined
  return {
    ticked,
    all,
    count: all ? found : ticked.size > 0 ? ticked.size : null,
    filter: !all && ticked.size > 0 ? { ids: [...ticked] } : filter,
    change(ids, on) {
      setAllOf(null)
      const next = new Set(ticked)
      for (const id of ids)
        if (on) next.add(id)
        else next.delete(id)
      if (next.size > maxTicked) showToast(filterText.tooManyTicked(maxTicked), 'error')
      else setTicked(next)
    },
    chooseAll() {
      setTicked(new Set())
      setAllOf(key)
    },
    clear() {
      setTicked(new Set())
      setAllOf(null)
    },
  }
}

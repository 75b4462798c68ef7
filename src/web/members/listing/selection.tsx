import { useState } from 'react'
import type { MembersPage } from '#shared/members/listing/listing.ts'
import { maxTicked, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { showToast } from '#web/components/toast.tsx'
import { addressOfFilter } from '#web/members/list-address.ts'
import { tickPageText } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { useSavedTicks } from './saved-list-view.ts'
import { filterText } from './text.ts'

export interface MemberSelection {
  ticked: ReadonlySet<string>
  /** Everybody who matches the filter, on every page. */
  all: boolean
  /** Null if nobody is selected. A lower bound if `more` is set. */
  count: number | null
  more: boolean
  /** Describes the members that an action applies to: the selected ones, or else everybody listed. */
  filter: MemberFilter
  change: (ids: readonly string[], on: boolean) => void
  chooseAll: () => void
  clear: () => void
}

/** Ticks survive a change of page, and a visit to another. "All that match" ends when the filter changes. */
export function useSelection(filter: MemberFilter, list: MembersPage | undefined): MemberSelection {
  const [saved, setTicked] = useSavedTicks()
  const ticked: ReadonlySet<string> = new Set(saved)
  const [allOf, setAllOf] = useState<string | null>(null)
  const key = JSON.stringify(filter)
  const all = allOf === key && list !== undefined
  return {
    ticked,
    all,
    count: all ? list.count : ticked.size > 0 ? ticked.size : null,
    more: all && list.more === true,
    filter: !all && ticked.size > 0 ? { ids: [...ticked] } : filter,
    change(ids, on) {
      setAllOf(null)
      const next = new Set(ticked)
      for (const id of ids)
        if (on) next.add(id)
        else next.delete(id)
      if (next.size > maxTicked) showToast(filterText.tooManyTicked(maxTicked), 'error')
      else setTicked([...next])
    },
    chooseAll() {
      setTicked([])
      setAllOf(key)
    },
    clear() {
      setTicked([])
      setAllOf(null)
    },
  }
}

interface SelectionBarProps {
  selection: MemberSelection
  /** The ids on this page. */
  ids: readonly string[]
  list: MembersPage
}

/** Selects the whole page, or everybody who matches the search and the filters. */
export function SelectionBar({
  selection: { ticked, all, count, change, chooseAll, clear },
  ids,
  list,
}: SelectionBarProps) {
  const found = list.more ? null : list.count
  const allHere = all || ids.every((id) => ticked.has(id))
  return (
    <div className="no-print mb-3 flex flex-wrap items-center gap-x-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-6 accent-navy"
          checked={allHere}
          onChange={() => change(ids, !allHere)}
        />
        {tickPageText(ids.length)}
      </label>
      <span role="status" className="font-semibold tabular-nums">
        {count !== null && (all ? filterText.allTicked(found) : filterText.ticked(count))}
      </span>
      {!all && list.count > ids.length && (
        <button type="button" className="text-link min-h-11" onClick={chooseAll}>
          {filterText.tickAll(found)}
        </button>
      )}
      {count !== null && (
        <button type="button" className="text-link min-h-11" onClick={clear}>
          {filterText.untick}
        </button>
      )}
      {!all && [...ticked].some((id) => !ids.includes(id)) && (
        <SiteLink href={`/members?${addressOfFilter({ ids: [...ticked] })}`} className="tap-link">
          {filterText.showTicked}
        </SiteLink>
      )}
    </div>
  )
}

import { filterText } from '#shared/members/listing/filter-text.ts'
import type { Selection } from '#web/members/listing/use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** On this page. */
  ids: readonly string[]
  /** In all. */
  found: number
}

/** The whole page at once, or everybody that the search and the filters describe. */
export function SelectionBar({
  selection: { ticked, all, count, change, chooseAll, clear },
  ids,
  found,
}: SelectionBarProps) {
  const allHere = all || ids.every((id) => ticked.has(id))
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-6 accent-navy"
          checked={allHere}
          onChange={() => change(ids, !allHere)}
        />
        {filterText.tickPage(ids.length)}
      </label>
      <span role="status" className="font-semibold tabular-nums">
        {count !== null && (all ? filterText.allTicked(count) : filterText.ticked(count))}
      </span>
      {!all && found > ids.length && (
        <button type="button" className="text-link min-h-11" onClick={chooseAll}>
          {filterText.tickAll(found)}
        </button>
      )}
      {count !== null && (
        <button type="button" className="text-link min-h-11" onClick={clear}>
          {filterText.untick}
        </button>
      )}
    </div>
  )
}

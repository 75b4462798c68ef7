import { useEffect, useId, useState, type ReactNode } from 'react'
import { showNumber } from '#shared/figures.ts'
import { membersPerPage, searchDebounceMs, type MembersPage } from '#shared/members/listing/listing.ts'
import { asTitle } from '#shared/members/listing/member-filter.ts'
import { classes } from '#web/components/classes.ts'
import { CloseIcon, SearchIcon } from '#web/components/icons.tsx'
import { changePlace, listPlaceNow } from './list-address.ts'

const searchNow = () => listPlaceNow().searchQuery

/** After a pause in typing the search goes into the address, which the list reads. The field keeps the typed text. */
export function SearchBox({ hint }: { hint: string }) {
  const id = useId()
  const [typed, setTyped] = useState(searchNow)

  useEffect(() => {
    const timer = setTimeout(() => applySearch(typed), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    // Only the browser's own Back and Forward are trusted events.
    const onMove = (event: PopStateEvent) => event.isTrusted && setTyped(searchNow())
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [])

  function clear() {
    setTyped('')
    applySearch('')
    document.getElementById(id)?.focus()
  }

  return (
    <form
      role="search"
      className="relative min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        applySearch(typed)
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search
      </label>
      <SearchIcon className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted" />
      <input
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={hint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={classes('field-box pl-11', typed !== '' && 'pr-12')}
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={clear}
          className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center rounded-field text-muted hover:text-ink"
        >
          <CloseIcon className="size-5" />
        </button>
      )}
    </form>
  )
}

/** Starting or clearing a search adds a step for Back; typing one more letter does not. */
function applySearch(typed: string) {
  const search = typed.trim()
  const before = searchNow()
  if (search === before) return
  changePlace({ search, page: null, applicant: null }, { replace: search !== '' && before !== '' })
}

interface FoundLineProps {
  /** Undefined while it is loading. */
  list: Counted | undefined
  /** Whether a search or a filter chose them. */
  found: boolean
  one: string
  many: string
  /** Shown beside the count. */
  children?: ReactNode
}

/** How many there are. Screen readers announce a change. */
export function FoundLine({ list, found, one, many, children }: FoundLineProps) {
  return (
    <div className="my-2 flex min-h-11 flex-wrap items-center gap-x-5 text-muted tabular-nums">
      <p role="status">{list && foundText(list, found, one, many)}</p>
      {children}
    </div>
  )
}

export function foundText(list: Counted, found: boolean, one: string, many: string): string {
  const people = `${countText(list)} ${list.count === 1 ? one : many}`
  return asTitle(found ? `${people} found` : people)
}

type Counted = Pick<MembersPage, 'count' | 'more'>

/** A count for the middle of a sentence. */
export const countText = ({ count, more }: Counted): string => (more ? 'more than ' : '') + showNumber(count)

/** How many pages the pager has; one more if the list was not counted to its end. */
export const pageCountOf = ({ count, more, page }: Counted & { page: number }, rows = membersPerPage): number =>
  Math.max(Math.ceil(count / rows), more ? page : 0) + (more ? 1 : 0)

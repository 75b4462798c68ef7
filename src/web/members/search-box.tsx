import { useEffect, useId, useState, type ReactNode } from 'react'
import { showNumber } from '#shared/figures.ts'
import { membersPerPage, searchDebounceMs, type MembersPage } from '#shared/members/listing/listing.ts'
import { asTitle } from '#shared/members/listing/member-filter.ts'
import { classes } from '#web/components/classes.ts'
import { CloseIcon, SearchIcon } from '#web/components/icons.tsx'
import { changePlace, placeNow } from './list-address.ts'

const searchNow = () => placeNow().searchQuery

/** Once typing has rested, the search is in the address, from which the list is read. What is typed stays as it is typed. */
export function SearchBox({ hint }: { hint: string }) {
  const id = useId()
  const [typed, setTyped] = useState(searchNow)

  useEffect(() => {
    const timer = setTimeout(() => settle(typed), searchDebounceMs)
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
    settle('')
    document.getElementById(id)?.focus()
  }

  return (
    <form
      role="search"
      className="relative min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        settle(typed)
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

/** A search begun or given up is a step to go Back over; one more letter is not. */
function settle(typed: string) {
  const search = typed.trim()
  const before = searchNow()
  if (search === before) return
  changePlace({ search, page: null, applicant: null }, { replace: search !== '' && before !== '' })
}

interface FoundLineProps {
  /** Undefined while it is on its way. */
  list: Counted | undefined
  /** Whether they were searched for, or chosen by a filter. */
  found: boolean
  one: string
  many: string
  /** What stands apart from them. */
  children?: ReactNode
}

/** How many there are, said aloud when it changes. */
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

/** In the middle of a sentence. */
export const countText = ({ count, more }: Counted): string => (more ? 'more than ' : '') + showNumber(count)

/** The pages that can be turned to; of a list that was not counted to its end always one more. */
export const pageCountOf = ({ count, more, page }: Counted & { page: number }, rows = membersPerPage): number =>
  Math.max(Math.ceil(count / rows), more ? page : 0) + (more ? 1 : 0)

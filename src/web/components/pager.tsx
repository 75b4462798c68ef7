import { showNumber } from '#shared/figures.ts'
import { classes, buttonClass } from './classes.ts'

const pageButtons = 3

/** The page numbers to offer: three, with the current one in the middle if possible. */
export function pagesAround(page: number, pageCount: number): number[] {
  const first = Math.max(1, Math.min(page - 1, pageCount - pageButtons + 1))
  return Array.from({ length: Math.min(pageButtons, pageCount) }, (_, place) => first + place)
}

interface PagerProps {
  /** What is paged, for screen readers: `Members`. */
  label: string
  page: number
  pageCount: number
  /** Set if the number of pages is unknown: at least `pageCount`. */
  more?: boolean | undefined
  onPage: (page: number) => void
}

/** On paper it says which page this is. It is not shown beyond the last page: there the list itself says so, and links back. */
export function Pager({ label, page, pageCount, more = false, onPage }: PagerProps) {
  if (pageCount <= 1 || page > pageCount) return null
  return (
    <nav
      aria-label={`${label}, pages`}
      className="flex flex-wrap items-center justify-center gap-2 print:[&>button]:hidden"
    >
      <button
        type="button"
        className={buttonClass('outline', 'small')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </button>
      {pagesAround(page, pageCount).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          className={classes(buttonClass(number === page ? 'primary' : 'outline', 'small'), 'min-w-11 tabular-nums')}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        className={buttonClass('outline', 'small')}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        Next
      </button>
      <p className="w-full text-center text-muted tabular-nums">
        Page {showNumber(page)} of {more ? `more than ${showNumber(pageCount - 1)}` : showNumber(pageCount)}
      </p>
    </nav>
  )
}

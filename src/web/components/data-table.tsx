/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- cells shown as cards lose the roles their tags give them */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Skeleton } from './skeleton.tsx'

export const rowsPerPage = 10

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** Aligned right, without line breaks. */
  numeric?: boolean
  /** No line breaks in a table, for instance in a date. */
  whole?: boolean
  /** The title of the card that shows the row on a phone. */
  main?: boolean
  /**
   * On a phone: `hidden` if the card's title already says it, `bare` without its heading, `beside` next to the title, with room
   * for an icon.
   */
  phone?: 'hidden' | 'bare' | 'beside'
  /** Not printed, because it holds buttons. */
  screenOnly?: true
  /** A press on the heading orders the rows by it; `by` says what the heading does not. */
  sort?: { is: keyof typeof sortSigns; choose: () => void; by?: string | undefined }
}

/** Without U+FE0E some phones draw the last one as a picture. */
const sortSigns = { ascending: '▲', descending: '▼', none: '↕\uFE0E' } as const

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined until the first page is loaded. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  empty: ReactNode
  /** A newer page is loading; this one stays until then. */
  stale?: boolean
}

/**
 * A table on wide screens and on paper, cards on a phone. If large text does not fit its columns, the table itself scrolls. Roles are
 * explicit because changing `display` removes them.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty, stale }: DataTableProps<Row>) {
  if (rows?.length === 0) return empty
  const besides = columns.some(({ phone }) => phone === 'beside')
  return (
    <div
      role="group"
      aria-label={caption}
      className="relative md:card-wide print:overflow-visible print:border-0 print:bg-none"
    >
      <table
        role="table"
        aria-busy={rows === undefined || stale}
        className={classes(
          'block w-full text-left print:text-sm transition-opacity duration-150 as-table:table as-table:border-separate as-table:border-spacing-0',
          stale && 'opacity-60',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="hidden as-table:table-header-group print:break-inside-avoid">
          <tr role="row">
            {columns.map(({ heading, numeric, screenOnly, sort }) => (
              <th
                key={heading}
                role="columnheader"
                scope="col"
                aria-sort={sort?.is}
                className={classes(
                  'display border-b border-line bg-navy-soft px-3 py-3 text-lg text-navy-2 print:px-1.5 print:py-1 print:text-sm as-table:2xl:px-4',
                  numeric && 'text-right',
                  screenOnly && 'no-print',
                )}
              >
                {sort ? (
                  <button type="button" onClick={sort.choose} className="-my-3 min-h-11 text-left">
                    <span className="underline underline-offset-4 print:no-underline">
                      {heading}
                      {sort.is !== 'none' && sort.by && ` ${sort.by}`}
                    </span>
                    <span aria-hidden="true" className="no-print">
                      {'\u00A0'}
                      {sortSigns[sort.is]}
                    </span>
                  </button>
                ) : (
                  heading
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="grid gap-4 as-table:table-row-group">
          {rows
            ? rows.map((row) => (
                <tr
                  key={keyOf(row)}
                  role="row"
                  className={classes(
                    // Without a shadow: a row is not something to tap.
                    'card shadow-none as-table:table-row as-table:rounded-none as-table:border-0 as-table:bg-transparent as-table:p-0 as-table:hover:bg-paper',
                    besides ? 'flex flex-wrap items-center gap-x-2 py-1 pr-2 pl-4' : 'block p-4',
                  )}
                >
                  {columns.map((column) => (
                    <Cell key={column.heading} column={column} row={row} below={besides} />
                  ))}
                </tr>
              ))
            : Array.from({ length: rowsPerPage }, (_, place) => (
                <tr
                  key={place}
                  role="row"
                  className="card block p-4 as-table:table-row as-table:border-0 as-table:p-0 as-table:shadow-none"
                >
                  <td
                    role="cell"
                    colSpan={columns.length}
                    className="block border-line as-table:table-cell as-table:border-b as-table:px-4 as-table:py-3.5"
                  >
                    <Skeleton />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  /** On a phone it stands below the title and what is beside that. */
  below: boolean
}

function Cell<Row>({ column: { heading, cell, numeric, whole, main, phone, screenOnly }, row, below }: CellProps<Row>) {
  const content = cell(row)
  const bare = phone === 'bare' || phone === 'beside'
  return (
    <td
      role="cell"
      className={classes(
        'flex-wrap justify-between gap-x-4 border-line py-1.5 as-table:table-cell as-table:border-b as-table:px-3 as-table:py-3 as-table:align-middle as-table:print:px-1.5 as-table:print:py-1 as-table:2xl:px-4',
        phone === 'hidden' || content === false || (content ?? '') === '' ? 'hidden' : 'flex',
        whole && 'as-table:whitespace-nowrap',
        phone === 'beside' ? 'max-md:flex-none' : below && !main && 'order-1 w-full as-table:w-auto',
        // With large text there may be no room beside it: half of the screen is enough for nearly every word.
        main && 'max-md:min-w-0 max-md:flex-[1_1_min(100%,max(7em,50vw))]',
        main && 'text-lg font-semibold as-table:text-base as-table:print:text-sm',
        numeric && 'whitespace-nowrap tabular-nums as-table:text-right',
        screenOnly && 'no-print',
      )}
    >
      {!main && !bare && (
        <span aria-hidden="true" className="text-muted as-table:hidden">
          {heading}
        </span>
      )}
      <span
        className={classes(
          main || bare
            ? 'w-full min-w-0 wrap-anywhere as-table:break-words'
            : 'beside text-right as-table:[text-align:inherit]',
        )}
      >
        {content}
      </span>
    </td>
  )
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- cells shown as cards lose the roles their tags give them */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Skeleton } from './skeleton.tsx'

export const rowsPerPage = 10

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** Figures line up on the right. */
  numeric?: boolean
  /** The title of the card that the row becomes on a phone. */
  main?: boolean
  /**
   * On a phone: not there, for the title of the card says it; or without its heading, and not there where it is empty; or so
   * beside the title, where there is room for an icon.
   */
  phone?: 'hidden' | 'bare' | 'beside'
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  empty: ReactNode
  /** A newer page is on its way; this one stays until it is there. */
  stale?: boolean
}

/** A table that becomes a list of cards on a phone. Roles are spelt out, for changed `display` would hide them. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty, stale }: DataTableProps<Row>) {
  if (rows?.length === 0) return empty
  const besides = columns.some(({ phone }) => phone === 'beside')
  return (
    <table
      role="table"
      aria-busy={rows === undefined || stale}
      className={classes(
        'block w-full text-left transition-opacity duration-150 md:card md:table md:border-separate md:border-spacing-0 md:overflow-hidden',
        stale && 'opacity-60',
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="hidden md:table-header-group">
        <tr role="row">
          {columns.map(({ heading, numeric }) => (
            <th
              key={heading}
              role="columnheader"
              scope="col"
              className={classes(
                'display border-b border-line bg-navy-soft px-3 py-3 text-lg text-navy-2 2xl:px-4',
                numeric && 'text-right',
              )}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid gap-4 md:table-row-group">
        {rows
          ? rows.map((row) => (
              <tr
                key={keyOf(row)}
                role="row"
                className={classes(
                  'card md:table-row md:rounded-none md:border-0 md:p-0 md:shadow-none md:hover:bg-paper',
                  besides ? 'flex flex-wrap items-center gap-x-2 py-1 pr-2 pl-4' : 'block p-4',
                )}
              >
                {columns.map((column) => (
                  <Cell key={column.heading} column={column} row={row} />
                ))}
              </tr>
            ))
          : Array.from({ length: rowsPerPage }, (_, place) => (
              <tr key={place} role="row" className="card block p-4 md:table-row md:border-0 md:p-0 md:shadow-none">
                <td
                  role="cell"
                  colSpan={columns.length}
                  className="block border-line md:table-cell md:border-b md:px-4 md:py-3.5"
                >
                  <Skeleton />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column: { heading, cell, numeric, main, phone }, row }: { column: Column<Row>; row: Row }) {
  const content = cell(row)
  const bare = phone === 'bare' || phone === 'beside'
  return (
    <td
      role="cell"
      className={classes(
        'flex-wrap justify-between gap-x-4 border-line py-1.5 md:table-cell md:border-b md:px-3 md:py-3 md:align-middle 2xl:px-4',
        phone === 'hidden' || (bare && !content) ? 'hidden' : 'flex',
        phone === 'beside' && 'max-md:flex-none',
        // With large letters there may be no room beside it.
        main && 'max-md:min-w-0 max-md:flex-[1_1_min(100%,7em)]',
        main && 'text-lg font-semibold md:text-base',
        numeric && 'tabular-nums md:text-right',
      )}
    >
      {!main && !bare && (
        <span aria-hidden="true" className="text-muted md:hidden">
          {heading}
        </span>
      )}
      <span
        className={classes(
          'min-w-0 wrap-anywhere md:break-words',
          !main && !bare && 'flex-[1_1_min(100%,9em)] text-right md:[text-align:inherit]',
          (main || bare) && 'w-full',
        )}
      >
        {content}
      </span>
    </td>
  )
}

import { membersPerPage, rowChoices } from '#shared/members/listing/listing.ts'
import {
  filterQuery,
  readFilter,
  sorts,
  type FilterName,
  type MemberFilter,
  type Sort,
} from '#shared/members/listing/member-filter.ts'
import { useSearch } from '#web/router/router.tsx'

/** What the address says about the list: Back, a reload and a shared link all show the same. */
interface ListPlace {
  page: number
  /** How many rows a page has. */
  rows: number
  searchQuery: string
  /** Which members are meant, including the search. */
  filter: MemberFilter
  sort: Sort | undefined
  /** The applicant on the screen, when approving. */
  applicant: string | null
  /** Shows applicants who were asked for a correction, instead of those who wait. */
  returned: boolean
}

export function useListPlace(): ListPlace {
  return placeIn(useSearch())
}

/** What the address says at this moment, which the screen may not show yet. */
export const listPlaceNow = (): ListPlace => placeIn(new URLSearchParams(window.location.search))

/** The search has a shorter name in the address. */
const inAddress = (name: FilterName) => (name === 'searchQuery' ? 'search' : name)

/** A filter as parameters of an address. */
export const addressOfFilter = (filter: MemberFilter): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filterQuery(filter)).map(([name, value]) => [inAddress(name as FilterName), value]),
  )

export const filterInAddress = (search: URLSearchParams): MemberFilter =>
  readFilter((name) => search.get(inAddress(name)))

function placeIn(search: URLSearchParams): ListPlace {
  const filter = filterInAddress(search)
  return {
    page: pageIn(search),
    rows: rowChoices.find((one) => String(one) === search.get('rows')) ?? membersPerPage,
    searchQuery: filter.searchQuery ?? '',
    filter,
    sort: sorts.find((one) => one === search.get('sort')),
    applicant: search.get('applicant'),
    returned: search.get('queue') === 'returned',
  }
}

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

type Changes = { page?: number | null; rows?: number; queue?: 'returned' | null } & Partial<
  Record<
    | Exclude<FilterName, 'searchQuery'>
    | 'search'
    | 'sort'
    | 'applicant'
    | 'edit'
    | 'payment'
    | 'member'
    | 'day'
    | 'show',
    string | null
  >
>

/**
 * Changes the address within the screen. The router's `navigate` would begin at the top of the page, as following a link
 * does; here only the list changes, and the focus stays where it is.
 */
export function changePlace(changes: Changes, { replace = false } = {}): void {
  const search = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(changes))
    if (
      value === null ||
      value === '' ||
      (name === 'page' && value === 1) ||
      (name === 'rows' && value === membersPerPage)
    )
      search.delete(name)
    else search.set(name, String(value))
  const query = search.toString()
  const href = window.location.pathname + (query && `?${query}`)
  if (replace) window.history.replaceState(null, '', href)
  else window.history.pushState(null, '', href)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

/** The address of a member's page. It keeps the list that the page was opened from: its address without the path. */
export const memberHref = (id: string, list: string, more: { edit?: 'yes' } = {}): string => {
  const query = new URLSearchParams({ ...(list && { from: list }), ...more }).toString()
  return `/member/${id}${query && `?${query}`}`
}

/** The list that a member's page was opened from. The path is fixed, so that an address cannot lead anywhere else. */
export const listBehind = (from: string | null): string => {
  const query = new URLSearchParams(from ?? '').toString()
  return `/members${query && `?${query}`}`
}

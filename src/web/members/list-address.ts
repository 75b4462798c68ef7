import { regions, services, type Region, type Service } from '#shared/members/enums.ts'
import { useSearch } from '#web/router/hydrated.ts'

/** What the address says about the list: Back, a reload and a shared link all show the same. */
interface ListPlace {
  page: number
  searchQuery: string
  service: Service | undefined
  region: Region | undefined
  /** The applicant on the screen, when approving. */
  applicant: string | null
  /** Those who were asked for a correction, in the place of those who wait. */
  returned: boolean
}

export function useListPlace(): ListPlace {
  return placeIn(useSearch())
}

/** What the address says at this moment, which the screen may not show yet. */
export const placeNow = (): ListPlace => placeIn(new URLSearchParams(window.location.search))

function placeIn(search: URLSearchParams): ListPlace {
  return {
    page: pageIn(search),
    searchQuery: searchIn(search),
    service: services.find((one) => one === search.get('service')),
    region: regions.find((one) => one === search.get('region')),
    applicant: search.get('applicant'),
    returned: search.get('queue') === 'returned',
  }
}

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** As much of it as a search takes. */
const searchIn = (search: URLSearchParams): string => (search.get('search') ?? '').trim().slice(0, 100)

type Changes = { page?: number | null; queue?: 'returned' | null } & Partial<
  Record<'search' | 'service' | 'region' | 'applicant', string | null>
>

/**
 * Changes the address within the screen. The router's `navigate` would begin at the top of the page, as following a link
 * does; here only the list changes, and the focus stays where it is.
 */
export function changePlace(changes: Changes, { replace = false } = {}): void {
  const search = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === '' || (name === 'page' && value === 1)) search.delete(name)
    else search.set(name, String(value))
  const query = search.toString()
  const href = window.location.pathname + (query && `?${query}`)
  if (replace) window.history.replaceState(null, '', href)
  else window.history.pushState(null, '', href)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

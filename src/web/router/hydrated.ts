import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { useLocation } from '#web/router/router.tsx'

const never = () => () => {}

/** False on the server and during hydration, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** What the server knew when it drew the page, for the browser to begin from the same. */
export interface InitialRender {
  /** The site's public address, without a trailing slash. */
  origin: string
  /** The query string the page was drawn for: a cached page is drawn without one. */
  search: string
}

export const InitialRenderContext = createContext<InitialRender>({ origin: '', search: '' })

/** An id that stands in the query, where anybody can write: as a part of a path that leads nowhere else. */
export function useSearchId(name: string): string | null {
  const id = useSearch().get(name)
  return id && encodeURIComponent(id)
}

/** The address's parameters; while hydrating, those of the page as it was drawn. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation()
  const drawn = useContext(InitialRenderContext)
  const current = useHydrated() ? search : drawn.search
  return useMemo(() => new URLSearchParams(current), [current])
}

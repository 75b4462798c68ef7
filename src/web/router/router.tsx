import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'

/**
 * The address bar as React state. A router library would cost every visitor 8 KB for what these few functions do:
 * the table of pages is flat, and screens load their data themselves.
 */
interface Place {
  pathname: string
  search: string
  /** True after following a link here, false on arrival and after going back or forward. */
  followed: boolean
}

interface Router {
  place: Place
  navigate: (href: string, how?: { replace?: boolean }) => void
}

const RouterContext = createContext<Router | null>(null)
export const PathIdContext = createContext('')

function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('There is no router above this component')
  return router
}

export function useLocation(): Place {
  return useRouter().place
}

export function useNavigate(): Router['navigate'] {
  return useRouter().navigate
}

/** The `id` in the path of a page such as `/member/:id`. */
export function usePathId(): string {
  return use(PathIdContext)
}

function currentPlace(followed: boolean): Place {
  const { pathname, search } = window.location
  return { pathname, search, followed }
}

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => currentPlace(false))

  useEffect(() => {
    const onMove = () => startTransition(() => setPlace(currentPlace(false)))
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [])

  const navigate = useCallback<Router['navigate']>((href, { replace = false } = {}) => {
    if (replace) window.history.replaceState(null, '', href)
    else window.history.pushState(null, '', href)
    startTransition(() => setPlace(currentPlace(true)))
  }, [])

  return <RouterContext value={useMemo(() => ({ place, navigate }), [place, navigate])}>{children}</RouterContext>
}

/** The server's: one address, and nowhere to go. */
export function StaticRouter({
  pathname,
  search,
  children,
}: {
  pathname: string
  search: string
  children: ReactNode
}) {
  return (
    <RouterContext value={{ place: { pathname, search, followed: false }, navigate: () => {} }}>
      {children}
    </RouterContext>
  )
}

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
  const drawn = use(InitialRenderContext)
  const current = useHydrated() ? search : drawn.search
  return useMemo(() => new URLSearchParams(current), [current])
}

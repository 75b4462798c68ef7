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
 * The URL as React state. A router library would cost every visitor 8 KB for these few functions: the table of pages is flat, and
 * screens load their own data.
 */
interface Place {
  pathname: string
  search: string
  /** True after following a link, false on arrival and after Back or Forward. */
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

/** For rendering on the server: a fixed URL without navigation. */
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

/** What only the browser knows: `before` on the server and during hydration. Nothing is rendered again if it is the same. */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(never, read, () => before)
}

/** False on the server and during hydration, true from then on. */
export const useHydrated = (): boolean => useInBrowser(() => true, false)

/** What the server knew when it rendered the page, so that the browser starts from the same. */
export interface InitialRender {
  /** The site's public address, without a trailing slash. */
  origin: string
  /** The query string that the page was rendered for. Cached pages are rendered without one. */
  search: string
}

export const InitialRenderContext = createContext<InitialRender>({ origin: '', search: '' })

/** An id from the query string, which anybody can edit, encoded so that it cannot change the path it becomes part of. */
export function useSearchId(name: string): string | null {
  const id = useSearch().get(name)
  return id && encodeURIComponent(id)
}

/** The query parameters. While hydrating, those that the page was rendered with. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation()
  const drawn = use(InitialRenderContext)
  const current = useHydrated() ? search : drawn.search
  return useMemo(() => new URLSearchParams(current), [current])
}

import { Suspense, type ComponentType, type ReactNode } from 'react'
import { findPage, pages, type PageName } from '#shared/pages.ts'
import { useSite } from '#web/api/site.ts'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { lazyScreen, type LazyScreen } from '#web/router/lazy.tsx'
import { useHydrated, PathIdContext, useLocation } from '#web/router/router.tsx'

const screenFiles = import.meta.glob<Record<string, unknown>>('./**/*-screen.tsx')

/**
 * Each screen is its own chunk: the one component of its file whose name ends in `Screen`. One that is not public needs
 * the classes that public pages go without (`theme/public.css`).
 */
function screenOf(screen: string, access: string): LazyScreen {
  return lazyScreen(async () => {
    const styles = access === 'public' ? null : import('#web/theme/theme.css')
    const file = await screenFiles[`./${screen}-screen.tsx`]?.()
    await styles
    const found = Object.entries(file ?? {}).find(([name]) => name.endsWith('Screen'))
    if (!found) throw new Error(`There is no screen ${screen}`)
    return found[1] as ComponentType
  })
}

const screens = Object.fromEntries(
  Object.entries(pages).map(([name, { screen, access }]) => [name, screenOf(screen, access)]),
) as Record<PageName, LazyScreen>

const notFound = screenOf('content/not-found', 'public')

/** The screen of a page, or the one for an unknown address. */
const screenAt = (name: PageName | null): LazyScreen => (name ? screens[name] : notFound)

/** The name of the page at this path, or null. */
export function pageAt(pathname: string): PageName | null {
  return findPage(pathname)?.name ?? null
}

/** Whether the server renders it: a public page, or the one for an unknown address. */
export const isPublic = (name: PageName | null): boolean => name === null || pages[name].access === 'public'

/** Loads a page's screen. Waits for one that the server has rendered, so that the browser renders the same at once. */
export async function preloadScreen(name: PageName | null): Promise<void> {
  const loading = screenAt(name).preload()
  if (isPublic(name)) await loading
}

/** The screen of the current address. The server renders public pages, and only the skeleton of others. */
export function SiteRoutes() {
  const { pathname } = useLocation()
  const { hasDues } = useSite()
  const found = findPage(pathname)
  const name = found && (hasDues || !found.page.duesOnly) ? found.name : null
  const { Screen } = screenAt(name)
  const screen = (
    <Suspense key={name} fallback={<PageSkeleton />}>
      <Screen />
    </Suspense>
  )
  return <PathIdContext value={found?.id ?? ''}>{isPublic(name) ? screen : <Private>{screen}</Private>}</PathIdContext>
}

/** Only the browser knows who the reader is. */
const Private = ({ children }: { children: ReactNode }) => (useHydrated() ? children : <PrivateSkeleton />)

function PrivateSkeleton() {
  return (
    <>
      <PageHead title={useSite().shortName} />
      <noscript>
        <p className="wrap py-10 text-lg">This page needs JavaScript. Please turn it on in your browser’s settings.</p>
      </noscript>
      <PageSkeleton />
    </>
  )
}

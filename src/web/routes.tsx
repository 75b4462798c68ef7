import { Suspense, type ComponentType } from 'react'
import { findPage, pages, type PageName } from '#shared/pages.ts'
import { useSite } from '#web/api/site.ts'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { useHydrated } from '#web/router/hydrated.ts'
import { lazyScreen, type LazyScreen } from '#web/router/lazy-screen.tsx'
import { PathIdContext, useLocation } from '#web/router/router.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

const files = import.meta.glob<Record<string, ComponentType>>([
  './**/*-screen.tsx',
  '!./router/**',
  '!./**/card-full-screen.tsx',
])

/** One chunk per screen, which is the one component of its file whose name says so. */
function screenOf(screen: string): LazyScreen {
  return lazyScreen(async () => {
    const found = Object.entries((await files[`./${screen}-screen.tsx`]?.()) ?? {}).find(([name]) =>
      name.endsWith('Screen'),
    )
    if (!found) throw new Error(`There is no screen ${screen}`)
    return found[1]
  })
}

const screens = Object.fromEntries(
  Object.entries(pages).map(([name, { screen }]) => [name, screenOf(screen)]),
) as Record<PageName, LazyScreen>

const notFound = screenOf('content/not-found')

/** What is shown at a page, or at an address that is none. */
const screenAt = (name: PageName | null): LazyScreen => (name ? screens[name] : notFound)

/** Fetches the code of what the server draws, so that it is there when drawing begins; the others load meanwhile. */
export async function preloadPage(name: PageName | null): Promise<void> {
  const loading = screenAt(name).preload()
  if (!name || isPublic(name)) await loading
}

/** The name of the page at this path, or null. */
export function pageAt(pathname: string): PageName | null {
  return findPage(pathname)?.name ?? null
}

export function isPublic(name: PageName): boolean {
  return pages[name].access === 'public'
}

/** The current address's screen. Public pages are drawn by the server; of the others it draws the skeleton. */
export function SiteRoutes() {
  const { pathname } = useLocation()
  const hydrated = useHydrated()
  const found = findPage(pathname)
  const name = found?.name ?? null
  if (!hydrated && name && !isPublic(name)) return <PrivateSkeleton />

  const { Screen } = screenAt(name)
  return (
    <PathIdContext value={found?.id ?? ''}>
      <Suspense key={name} fallback={<PageSkeleton />}>
        <Screen />
      </Suspense>
    </PathIdContext>
  )
}

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

import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { useHydrated } from '#web/router/hydrated.ts'
import { useLocation } from '#web/router/router.tsx'
import { ElectionStrip } from '#web/layout/election-strip.tsx'
import { Footer } from '#web/layout/footer.tsx'
import { Header } from '#web/layout/header.tsx'

/** What members read is worked on by administrators at the same addresses. */
const desk = /^\/(admin|members?|nominate|vote|election-result|security|my-data)(\/|$)/

/** Fetched by administrators only. A drop-out must not take the page with it. */
const AdminFrame = lazy(() =>
  import('#web/layout/admin-frame.tsx').then(
    (loaded) => ({ default: loaded.AdminFrame }),
    () => ({ default: SiteFrame }),
  ),
)

/** Navigation and footer on every page except an administrator's work, which has a frame of its own. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, followed } = useLocation()
  useStartAtTop(pathname, followed)
  const hydrated = useHydrated()
  if (!desk.test(pathname) || (hydrated && document.documentElement.dataset.signedIn !== 'admin'))
    return <SiteFrame>{children}</SiteFrame>
  if (hydrated)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AdminFrame>{children}</AdminFrame>
      </Suspense>
    )
  // The styles show it to everybody but administrators.
  return <SiteFrame desk>{children}</SiteFrame>
}

function SiteFrame({ desk: atDesk, children }: { desk?: boolean; children: ReactNode }) {
  return (
    <div className={`${atDesk ? 'desk ' : ''}flex min-h-svh flex-col`}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Header />
      <ElectionStrip />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** Following a link starts the new page at its top; going back leaves the place to the browser. */
function useStartAtTop(pathname: string, followed: boolean) {
  useEffect(() => {
    if (!followed) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, followed])
}

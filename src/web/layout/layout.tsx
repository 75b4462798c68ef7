import { Suspense, useEffect, type ReactNode } from 'react'
import { mark } from '#web/api/mine.ts'
import { useHydrated, useLocation } from '#web/router/router.tsx'
import { lazyScreen } from '#web/router/lazy.tsx'
import { ElectionStrip } from '#web/layout/election-strip.tsx'
import { Footer } from '#web/layout/footer.tsx'
import { Header } from '#web/layout/header.tsx'

/** Where administrators work, at addresses that members may share. */
const desk = /^\/(admin|member|nominate|vote|election-|security|my-)/

/** Fetched by administrators only. */
const { Screen: AdminFrame } = lazyScreen(async () => (await import('#web/layout/admin-frame.tsx')).AdminFrame)

/**
 * Navigation and footer on every page except an administrator's work, which has a frame of its own. Until it is known who reads a
 * page the styles hide the navigation from administrators.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, followed } = useLocation()
  useStartAtTop(pathname, followed)
  const isAdmin = useHydrated() && mark().signedIn === 'admin'
  const Frame = isAdmin && desk.test(pathname) ? AdminFrame : SiteFrame
  return (
    <Suspense>
      <Frame>{children}</Frame>
    </Suspense>
  )
}

function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col">
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

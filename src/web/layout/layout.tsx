import { useEffect, type ReactNode } from 'react'
import { useSearch } from '#web/router/hydrated.ts'
import { useLocation } from '#web/router/router.tsx'
import { ElectionStrip } from '#web/layout/election-strip.tsx'
import { Footer } from '#web/layout/footer.tsx'
import { Header } from '#web/layout/header.tsx'

/** Navigation and footer on every page except administrators' work, under /admin and at the ballot, which brings its own frame. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, followed } = useLocation()
  useStartAtTop(pathname, followed)
  const ownFrame = useSearch().has('proxy') && pathname === '/vote'
  if (pathname === '/admin' || pathname.startsWith('/admin/') || ownFrame) return children
  return <SiteFrame>{children}</SiteFrame>
}

export function SiteFrame({ children }: { children: ReactNode }) {
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

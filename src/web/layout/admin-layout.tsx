import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { BackIcon } from '#web/components/icons.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { PageHead } from './page-head.tsx'

interface AdminLayoutProps {
  title: string
  /** For a page that has its own head. */
  headless?: boolean
  children: ReactNode
}

/** The title and content of a page under /admin, inside the admin frame. */
export function AdminLayout({ title, headless = false, children }: AdminLayoutProps) {
  const { shortName } = useSite()
  const me = useQuery(meQuery)
  return (
    <>
      {!headless && <PageHead title={`${title} – ${shortName} Admin`} />}
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line bg-card px-5 py-4 md:px-8 print:border-0 print:p-0!">
        <h1 className="min-w-0 text-3xl break-words">{title}</h1>
        <a href="/security" className="no-print tap-link min-w-0 wrap-anywhere">
          {me.data?.email || 'Admin'}
          <span className="sr-only">: login and security</span>
        </a>
      </header>
      <div className="px-5 py-6 md:p-8 print:px-0! print:pt-4! print:pb-0!">{children}</div>
      <ToastRegion />
    </>
  )
}

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <SiteLink href={href} className="tap-link -ml-1 gap-2 px-1">
    <BackIcon className="size-4" />
    {children}
  </SiteLink>
)

export const BackToDashboard = () => <BackLink href="/admin">Back to Admin Dashboard</BackLink>

import type { ReactNode } from 'react'

interface AdminLayoutProps {
  title: string
  /** The administrator's email, or `Admin`. */
  who: string
  children: ReactNode
}

/** Title and content of a page under /admin; what is around it is the frame's. */
export function AdminLayout({ title, who, children }: AdminLayoutProps) {
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line bg-card px-5 py-4 md:px-8">
        <h1 className="min-w-0 text-3xl break-words">{title}</h1>
        <a href="/security" className="text-link inline-flex min-h-11 min-w-0 items-center wrap-anywhere">
          {who}
          <span className="sr-only">: login and security</span>
        </a>
      </header>
      <div className="px-5 py-6 md:p-8">{children}</div>
    </>
  )
}

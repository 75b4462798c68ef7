import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { adminMenuFor } from '#web/layout/admin-menu.ts'
import { logOut } from '#web/layout/log-out.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { CloseIcon, MenuIcon, OutsideIcon } from '#web/components/icons.tsx'
import { useLocation } from '#web/router/router.tsx'
import { Emblem } from '#web/theme/emblem.tsx'

interface AdminLayoutProps {
  title: string
  /** The administrator's email, or `Admin`. */
  who: string
  children: ReactNode
}

/** The frame of the pages under /admin: a sidebar, which is a menu on a phone, and a header. */
export function AdminLayout({ title, who, children }: AdminLayoutProps) {
  return (
    <div className="min-h-svh lg:grid lg:grid-cols-[16rem_1fr]">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Sidebar />
      <div className="min-w-0">
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line bg-card px-5 py-4 md:px-8">
          <h1 className="text-3xl">{title}</h1>
          <a href="/security" className="text-link inline-flex min-h-11 min-w-0 items-center wrap-anywhere">
            {who}
            <span className="sr-only">: login and security</span>
          </a>
        </header>
        <main id="content" tabIndex={-1} className="px-5 py-6 outline-none md:p-8">
          {children}
        </main>
      </div>
    </div>
  )
}

const itemClass =
  'flex min-h-11 w-full items-center gap-2 rounded-field px-4 text-left text-sky hover:bg-white/10 hover:text-white aria-[current=page]:bg-navy-2 aria-[current=page]:font-semibold aria-[current=page]:text-white'

function Sidebar() {
  const api = useApi()
  const { shortName } = useSite()
  const { pathname } = useLocation()
  const { data: me } = useQuery(meQuery(api))
  const [leaving, setLeaving] = useState(false)
  return (
    <nav
      aria-label="Admin"
      className="on-dark no-print flex flex-wrap items-center justify-between bg-navy px-5 text-white lg:sticky lg:top-0 lg:h-svh lg:flex-col lg:flex-nowrap lg:items-stretch lg:justify-start lg:overflow-y-auto lg:px-4 lg:py-4"
    >
      <p className="display flex min-h-16 items-center gap-3 text-xl tracking-wider lg:px-2">
        <Emblem className="h-11 w-auto" />
        {shortName} Admin
      </p>
      <details className="menu-toggle">
        <summary className="flex min-h-12 items-center gap-2 rounded px-2 font-semibold">
          <MenuIcon className="when-closed size-7" />
          <CloseIcon className="when-open size-7" />
          Menu
        </summary>
      </details>
      <ul className="menu-list w-full pb-4 lg:flex-1 lg:flex-col lg:gap-1 lg:pt-4 lg:pb-0">
        {adminMenuFor(me).map(({ label, href, newTab }) => (
          <li key={label}>
            <a
              href={href}
              {...(newTab && { target: '_blank', rel: 'noopener' })}
              aria-current={href === pathname ? 'page' : undefined}
              className={itemClass}
            >
              {label}
              {newTab && <OutsideIcon className="size-4 opacity-80" />}
              {newTab && <span className="sr-only">(opens in a new tab)</span>}
            </a>
          </li>
        ))}
        <li className="lg:mt-auto">
          <button
            type="button"
            disabled={leaving}
            className={itemClass}
            onClick={() => {
              setLeaving(true)
              void logOut(api).then(setLeaving)
            }}
          >
            Logout
          </button>
        </li>
      </ul>
    </nav>
  )
}

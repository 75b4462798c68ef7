import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { showNumber } from '#shared/figures.ts'
import { adminMenuFor, approvalDesk, isHere, type MenuItem } from '#shared/home/menu.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { classes } from '#web/components/classes.ts'
import { PencilIcon, CloseIcon, MenuIcon, OutsideIcon } from '#web/components/icons.tsx'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'
import { logOut } from './log-out.ts'
import { useDismissal } from './use-dismissal.ts'
import { useWaiting } from './waiting.ts'

/** What the frame of the administrators' screens says around the names of the screens. */
const frameText = {
  title: (shortName: string) => `${shortName} Admin`,
  menu: 'Menu',
  newTab: '(opens in a new tab)',
  edit: (page: string) => `Edit ${page}`,
  waiting: (count: number) => `${showNumber(count)} waiting`,
  /** Beside an entry there is room for three digits. */
  badge: (count: number) => (count > 999 ? '999+' : String(count)),
} as const

/**
 * Around every screen on which an administrator works: a sidebar, which is a menu on a phone. At the desk for applications, where
 * documents stand beside the record, it is one on a small laptop, too.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const needsWidth = isHere(approvalDesk, useLocation())
  return (
    <div className={classes('admin-frame', needsWidth && 'needs-width')}>
      <div className="min-h-svh sidebar:grid sidebar:grid-cols-[16.5rem_minmax(0,1fr)] print:block!">
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        <Sidebar />
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}

const itemClass =
  'flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-field px-2 py-1 text-left text-sky hover:bg-white/10 hover:text-white aria-[current=page]:bg-navy-2 aria-[current=page]:font-semibold aria-[current=page]:text-white sidebar:pointer-fine:min-h-9'

function Sidebar() {
  const { shortName } = useSite()
  const { data: me } = useQuery(meQuery)
  const waiting = useWaiting()
  const menu = useDismissal<HTMLElement>()
  const all = [...waiting.values()].reduce((sum, count) => sum + count, 0)
  return (
    <nav
      ref={menu}
      aria-label="Admin"
      className="on-dark no-print flex flex-wrap items-center justify-between bg-navy px-5 text-white sidebar:sticky sidebar:top-0 sidebar:h-svh sidebar:flex-col sidebar:flex-nowrap sidebar:items-stretch sidebar:justify-start sidebar:overflow-y-auto sidebar:px-2 sidebar:py-3 sidebar:[scrollbar-width:thin]"
    >
      <p className="display flex min-h-16 min-w-0 items-center gap-3 text-xl tracking-wider break-words sidebar:px-2">
        <Emblem className="h-11 w-auto flex-none" />
        {frameText.title(shortName)}
      </p>
      <details className="admin-toggle sidebar:hidden">
        <summary className="flex min-h-12 items-center gap-2 rounded px-2 font-semibold">
          <MenuIcon className="when-closed size-7" />
          <CloseIcon className="when-open size-7" />
          <span>{frameText.menu}</span>
          <Badge count={all} />
        </summary>
      </details>
      <div className="admin-menu w-full columns-[15rem] pb-4 sidebar:flex! sidebar:flex-1 sidebar:flex-col sidebar:gap-3 sidebar:pt-2 sidebar:pb-0">
        <ul>
          <Entry item={{ label: 'Dashboard', href: '/admin' }} count={0} />
        </ul>
        {adminMenuFor(me).map(({ title, items }) => (
          <div key={title} role="group" aria-label={title} className="mt-4 break-inside-avoid sidebar:mt-0">
            <p className="eyebrow px-2 pb-1 text-sky/80">{title}</p>
            <ul>
              {items.map((item) => (
                <Entry key={item.label} item={item} count={waiting.get(item.href) ?? 0} />
              ))}
              {title === 'System' && <LogOut />}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

function Entry({ item: { label, href, newTab, edit }, count }: { item: MenuItem; count: number }) {
  const place = useLocation()
  return (
    <li className="flex items-stretch">
      <a
        href={href}
        {...(newTab && { target: '_blank', rel: 'noopener' })}
        aria-current={isHere(href, place) ? 'page' : undefined}
        className={itemClass}
      >
        <span className="min-w-0 break-words">{label}</span>
        {newTab && <OutsideIcon className="size-4 flex-none opacity-80" />}
        {newTab && <span className="sr-only">{frameText.newTab}</span>}
        <Badge count={count} />
      </a>
      {edit && (
        <SiteLink
          href={edit}
          aria-current={undefined}
          aria-label={frameText.edit(label)}
          title={frameText.edit(label)}
          className="grid min-h-11 w-11 flex-none place-items-center rounded-field text-sky hover:bg-white/10 hover:text-white sidebar:pointer-fine:min-h-9 sidebar:pointer-fine:w-9"
        >
          <PencilIcon className="size-4" />
        </SiteLink>
      )}
    </li>
  )
}

function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className="ml-auto flex-none rounded-full bg-gold px-2 py-0.5 text-sm leading-tight font-semibold text-navy tabular-nums"
      >
        {frameText.badge(count)}
      </span>
      <span className="sr-only">{frameText.waiting(count)}</span>
    </>
  )
}

function LogOut() {
  const [leaving, setLeaving] = useState(false)
  return (
    <li className="flex">
      <button
        type="button"
        disabled={leaving}
        className={itemClass}
        onClick={() => {
          setLeaving(true)
          void logOut().then(setLeaving)
        }}
      >
        Logout
      </button>
    </li>
  )
}
